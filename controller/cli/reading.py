"""Commands that read: recall, audit, trace, draw, check. They change nothing."""

import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Annotated

import typer


def _resolver(chapter: str) -> Callable[[str], str]:
    from controller.citations import resolver

    return resolver(chapter)


def recall(
    journal: Annotated[Path, typer.Argument(help="the table's journal")],
    number: Annotated[int, typer.Option("--round", "-r", help="one round only")] = 0,
    last: Annotated[int, typer.Option(help="the last so many rounds")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="as a JSON document")] = False,
) -> int:
    """Show any round from the journal.

    Hand by hand: cards, wagers, settlement, irregularities. The table may be running.

    \b
    Example: table-controller recall /var/lib/table-controller/free-bet-1.journal --round 12
    """
    from controller.audit import first_rules, read_entries
    from controller.recall import document
    from controller.recall import recall as recalled

    entries = list(read_entries(journal))
    game, rules = first_rules(entries)
    rounds = recalled(game, rules, entries)
    if number:
        rounds = [one for one in rounds if one.number == number]
    if last:
        rounds = rounds[-last:]
    if not rounds:
        typer.echo("no such round is in this journal", err=True)
        return 1
    documents = [document(game, one, _resolver(game.chapter)) for one in rounds]
    if as_json:
        typer.echo(json.dumps({"format": 1, "game": game.name, "rounds": documents}, indent=1))
    else:
        from controller.cli.shown import rounds_table

        rounds_table(documents, [one.open for one in rounds])
    return 0


def audit(
    journal: Annotated[Path, typer.Argument(help="the table's journal")],
    chain: Annotated[
        bool,
        typer.Option(
            "--chain", help="only the chain, by the single-file verifier that imports nothing of ours"
        ),
    ] = False,
    seal: Annotated[list[str] | None, typer.Option(help="a seal kept elsewhere; may be repeated")] = None,
) -> int:
    """Verify a journal, and rule on it again.

    The chain of entries is verified, and the seals and signatures. Then every input is ruled on again, and
    what follows is compared with what the journal says. Exit status 1 where anything differs.

    \b
    Example: table-controller audit /var/lib/table-controller/free-bet-1.journal --seal "TABLE-SEAL 1 ..."
    """
    if chain:
        import subprocess
        import sys

        from controller.journal import chain_check

        told = [part for one in seal or () for part in ("--seal", one)]
        line = [sys.executable, "-I", str(chain_check.__file__), str(journal), *told]
        return subprocess.run(line, check=False).returncode
    from controller.cli.shown import progress_bar
    from controller.journal import read_journal, read_seal, verify

    try:
        seals = [read_seal(one) for one in seal or ()]
    except ValueError as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--seal") from wrong
    public = journal.with_name(journal.name + ".key.pub")
    verdict = verify(journal, seals=seals, public_key=public if public.exists() else None)
    typer.echo(verdict.words)
    if not verdict.good:
        return 1
    from controller import audit as work

    with progress_bar("ruling again", verdict.entries) as step:
        findings = work.audit(read_journal(journal), step)
    for one in findings.differences[: work.MOST_TOLD]:
        typer.echo(f"entry {one.entry}: {one.what} differ\n  then: {one.then}\n  now:  {one.now}")
    builds = ", ".join(findings.builds)
    still = "; a round is still open" if findings.open_round else ""
    typer.echo(
        f"{findings.entries} entries, {findings.rounds} rounds, {len(findings.differences)} ruled on "
        f"differently{still}; written by {builds}"
    )
    return 0 if findings.is_clean else 1


def trace(
    as_json: Annotated[bool, typer.Option("--json", help="as JSON")] = False,
    markdown: Annotated[bool, typer.Option(help="as Markdown")] = False,
    chapter: Annotated[str, typer.Option(help="one chapter only, as 672a")] = "",
    root: Annotated[
        Path | None, typer.Option(help="the checkout to read; this program's own otherwise")
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            metavar="YYYY-MM-DD", help="the editions that counted on this day; the latest otherwise"
        ),
    ] = "",
) -> int:
    """The clause matrix.

    Every clause of the regulation, its status and why, where code enforces it and tests prove it.

    Exit status 1 where a cited clause does not exist, or an enforced one has no code or no test.

    \b
    Example: table-controller trace --chapter 672a
    """
    from controller.citations import ROOT
    from controller.regulation import matrix, report
    from controller.regulation.clauses import HOUSE

    day = _day(on)
    traced = matrix.trace(root or ROOT, on=day)
    if all(one.clauses.chapter == HOUSE for one in traced.chapters):
        typer.echo(f"no edition counted on {day} yet: {_first_days(root or ROOT)}", err=True)
        return 2
    faults = matrix.faults(traced)
    if chapter:
        kept = tuple(one for one in traced.chapters if one.clauses.chapter == chapter)
        if not kept:
            names = ", ".join(one.clauses.chapter for one in traced.chapters)
            typer.echo(f"no chapter {chapter!r}; there are {names}", err=True)
            return 2
        traced = matrix.Matrix(kept, traced.unknown)
    if as_json:
        typer.echo(report.as_json(traced))
    elif markdown:
        typer.echo(report.as_markdown(traced))
    else:
        typer.echo(report.as_text(traced))
    for fault in faults:
        typer.echo(fault, err=True)
    return 1 if faults else 0


def _day(typed: str) -> date | None:
    if not typed:
        return None
    try:
        return datetime.strptime(typed, "%Y-%m-%d").date()
    except ValueError as wrong:
        words = f"{typed!r} is no day; write year, month and day, as 2026-12-31"
        raise typer.BadParameter(words, param_hint="--on") from wrong


def _first_days(root: Path) -> str:
    """From when each chapter has an edition: "672a has one from 2015-08-01"."""
    from controller.regulation.clauses import HOUSE, load_editions

    first: dict[str, date] = {}
    for clauses in load_editions(root / "config" / "regulation"):
        if clauses.chapter != HOUSE:
            first.setdefault(clauses.chapter, clauses.edition.effective)
    return ", ".join(f"{chapter} has one from {day}" for chapter, day in first.items()) or "there is none"


def draw(
    game: Annotated[str, typer.Argument(help="the game's name")] = "free-bet-blackjack",
) -> int:
    """A game's states as a Mermaid diagram.

    It is read from the rows that rule on the game.

    \b
    Example: table-controller draw free-bet-blackjack > states.mmd
    """
    from controller.games import find_game
    from controller.table.phases import mermaid

    try:
        found = find_game(game)
    except KeyError as unknown:
        typer.echo(unknown.args[0], err=True)
        return 2
    typer.echo(mermaid(found.phases, _resolver(found.chapter)), nl=False)
    return 0


def check(
    files: Annotated[list[Path], typer.Argument(help="tables, submissions, scenarios")],
) -> int:
    """Check configuration and scenario files.

    Each fault is one line with file, key, what is wrong and what to write. Exit status 1 where there is one.

    \b
    Example: table-controller check config/tables/free-bet-1.toml config/submissions/*.toml
    """
    from controller.checking import check_file
    from controller.faults import ConfigFault, ConfigFaults

    bad = 0
    for path in files:
        try:
            typer.echo(f"{path}: {check_file(path)}")
        except (ConfigFault, ConfigFaults) as fault:
            typer.echo(str(fault), err=True)
            bad += 1
    return 1 if bad else 0
