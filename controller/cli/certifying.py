"""Commands that certify: figures for a laboratory, computed anew each time from the product's own
functions."""

import json
from typing import Annotated, Any, Final

import typer

LEAST: Final = 100
MOST: Final = 1_000_000
SHUFFLES: Final = 2000
KINDS: Final = ("shuffle", "blackjack", "lunar-poker")
"""What can be certified."""
OWN: Final = {
    "--shuffles": ("shuffle",),
    "--decks": ("shuffle", "blackjack"),
    "--side-wagers": ("blackjack",),
    "--wager": ("blackjack",),
    "--super-wager": ("lunar-poker",),
    "--edition": ("lunar-poker",),
    "--json": ("blackjack", "lunar-poker"),
}
"""Which option says something of what."""
ASKED: Final = {
    "blackjack": ("--side-wagers", "the side wagers are certified"),
    "lunar-poker": ("--super-wager", "the Super Wager is certified"),
}
"""What of a game is certified, and the option that asks for it."""


def certify(
    what: Annotated[
        str,
        typer.Argument(
            help="shuffle: the simulated shuffler's randomness; blackjack: its --side-wagers' house edge; "
            "lunar-poker: its --super-wager's"
        ),
    ],
    decks: Annotated[
        int | None,
        typer.Option(
            help="1 to 8: decks in the stack that is shuffled, 1 otherwise; or in play, each number otherwise"
        ),
    ] = None,
    shuffles: Annotated[
        int | None, typer.Option(help=f"how many shuffles are looked at, {SHUFFLES} otherwise")
    ] = None,
    side_wagers: Annotated[
        bool, typer.Option("--side-wagers", help="the house edge of each paytable of each side wager")
    ] = False,
    wager: Annotated[str | None, typer.Option(help="one side wager only, as lucky_ladies")] = None,
    super_wager: Annotated[
        bool, typer.Option("--super-wager", help="the house edge of the Super Wager of Lunar Poker")
    ] = False,
    edition: Annotated[
        str | None, typer.Option(help="one edition of the Super Wager's odds only, as 2015; each otherwise")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="a game's figures as a JSON document")] = False,
) -> int:
    """Figures for a laboratory.

    `certify shuffle` tries the shuffle of the simulated shuffler by four statistics: each card at each place,
    rising sequences, their variance, and how many cards a good guesser gets right. It says nothing of a real
    shuffler.

    Exit status 1 where one of them does not hold at 99 %. Chance alone brings that about in 4 of 100 runs:
    what counts is whether it comes again.

    `certify blackjack --side-wagers` counts every deal, judged by the side wagers' own rules: the exact house
    edge and chance to win of each paytable, for each number of decks that the chapter has it for.

    `certify lunar-poker --super-wager` judges every hand of five cards by the Super Wager's own rule: the
    exact house edge in each edition of the odds, and how often each line wins. It takes some seconds.

    \b
    Example: table-controller certify shuffle --decks 6 --shuffles 500
             table-controller certify blackjack --side-wagers --decks 6
             table-controller certify lunar-poker --super-wager --edition 2015
    """
    if what not in KINDS:
        kinds = f"{', '.join(KINDS[:-1])} and {KINDS[-1]}"
        raise typer.BadParameter(f"{what!r} cannot be certified; it certifies {kinds}", param_hint="WHAT")
    given = {
        "--shuffles": shuffles,
        "--decks": decks,
        "--side-wagers": side_wagers,
        "--wager": wager,
        "--super-wager": super_wager,
        "--edition": edition,
        "--json": as_json,
    }
    _check_options(what, given)
    if decks is not None and not 1 <= decks <= 8:
        raise typer.BadParameter(f"{decks} decks; write 1 to 8", param_hint="--decks")
    if what == "shuffle":
        return _shuffle(1 if decks is None else decks, SHUFFLES if shuffles is None else shuffles)
    if what == "blackjack":
        return _side_wagers(wager, decks, as_json)
    return _super_wager(edition, as_json)


def _check_options(what: str, given: dict[str, Any]) -> None:
    """typer.BadParameter: an option is there that says nothing of what is certified, or one is missing."""
    for option, kinds in OWN.items():
        if what not in kinds and given[option] is not None and given[option] is not False:
            words = f"belongs to certify {' and '.join(kinds)}, not to certify {what}; leave it out"
            raise typer.BadParameter(words, param_hint=option)
    if what in ASKED:
        option, certified = ASKED[what]
        if not given[option]:
            raise typer.BadParameter(f"of {what} {certified}; add {option}", param_hint="WHAT")


def _shuffle(decks: int, shuffles: int) -> int:
    if not LEAST <= shuffles <= MOST:
        raise typer.BadParameter(f"{shuffles} shuffles; write {LEAST} to {MOST}", param_hint="--shuffles")
    from drivers.simulated.randomness import examine, report_of
    from drivers.simulated.shuffling import insert_each

    findings = examine(insert_each, decks, shuffles)
    typer.echo(report_of(findings, decks, shuffles))
    return 0 if all(one.holds(0.99) for one in findings) else 1


def _side_wagers(wager: str | None, decks: int | None, as_json: bool) -> int:
    from controller.cli import edges

    rows = edges.rows_of(wager, decks)
    if as_json:
        typer.echo(json.dumps(edges.document(rows), indent=1))
    else:
        edges.show(rows)
    return 0


def _super_wager(edition: str | None, as_json: bool) -> int:
    from controller.cli import super_edges

    rows = super_edges.rows_of(edition)
    if as_json:
        typer.echo(json.dumps(super_edges.document(rows), indent=1))
    else:
        super_edges.show(rows)
    return 0
