"""The command that plays scenario files: rehearse."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer


def rehearse(
    files: Annotated[list[Path], typer.Argument(help="scenario files")],
    as_json: Annotated[
        bool, typer.Option("--json", help="print the result document, and nothing else")
    ] = False,
    link: Annotated[str, typer.Option(help="memory, or pty for real serial devices")] = "memory",
    speed: Annotated[float, typer.Option(help="how much faster than life the devices' mechanics are")] = 50.0,
) -> int:
    """Play scenario files.

    The controller and the drivers are the real ones; simulated devices are loaded with the script's cards.

    Exit status 0 when the script was played, refusals included; 2 when the file is not valid.

    \b
    Example: table-controller rehearse tests/scenarios/free-bet-blackjack/insurance-wins.yaml --json
    """
    if link not in ("memory", "pty"):
        raise typer.BadParameter(f"{link!r} is no link: memory or pty", param_hint="--link")
    if speed <= 0:
        raise typer.BadParameter("the speed must be positive", param_hint="--speed")
    from controller.rehearsal.scenario import load_scenario

    scenarios = [(path, load_scenario(path)) for path in files]
    for path, scenario in scenarios:
        document = _play(scenario, link, speed, quiet=as_json)
        if as_json:
            typer.echo(json.dumps(document, indent=1))
        else:
            _show(path, scenario.title, document)
    return 0


def _play(scenario: Any, link: str, speed: float, *, quiet: bool) -> dict[str, Any]:
    from controller.citations import resolver
    from controller.games import find_game
    from controller.rehearsal.memory_bench import MemoryBench
    from controller.rehearsal.play import Script
    from controller.rehearsal.pty_bench import PtyBench
    from controller.rehearsal.scenario import installed

    game = find_game(scenario.game)
    kind = MemoryBench if link == "memory" else PtyBench
    bench = kind(game, scenario.rules, speed, equipment=installed(scenario))
    try:
        # The document is the auditor's recall; what a person reads keeps a face-down card face down.
        script = Script(scenario, game, bench, resolver(game.chapter), for_auditor=quiet)
        if quiet or link == "memory":
            return script.run()
        from controller.cli.shown import progress_bar

        with progress_bar("rehearsing", len(scenario.steps)) as step:
            return script.run(lambda number, _: step(number))
    finally:
        bench.close()


def _show(path: Path, title: str, document: dict[str, Any]) -> None:
    from controller.cli.shown import rounds_table

    typer.echo(f"{path}: {title}")
    rounds_table(document["rounds"], [False] * len(document["rounds"]))
    for refusal in document["refusals"]:
        typer.echo(f"  step {refusal['step']} refused: {refusal['reason']} ({refusal['clause']})")
