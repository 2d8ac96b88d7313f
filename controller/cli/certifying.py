"""Commands that certify: figures for a laboratory, computed anew each time from the product's own
functions."""

import json
from typing import Annotated, Any, Final

import typer

LEAST: Final = 100
MOST: Final = 1_000_000
SHUFFLES: Final = 2000
OWN: Final = {
    "shuffle": ("--shuffles",),
    "blackjack": ("--side-wagers", "--wager", "--json"),
}
"""What can be certified, and the options that belong to it alone."""


def certify(
    what: Annotated[
        str,
        typer.Argument(
            help="shuffle: the simulated shuffler's randomness; blackjack: its --side-wagers' house edge"
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
    as_json: Annotated[bool, typer.Option("--json", help="the side wagers as a JSON document")] = False,
) -> int:
    """Figures for a laboratory.

    `certify shuffle` tries the shuffle of the simulated shuffler by four statistics: each card at each place,
    rising sequences, their variance, and how many cards a good guesser gets right. It says nothing of a real
    shuffler.

    Exit status 1 where one of them does not hold at 99 %. Chance alone brings that about in 4 of 100 runs:
    what counts is whether it comes again.

    `certify blackjack --side-wagers` counts every deal, judged by the side wagers' own rules: the exact house
    edge and chance to win of each paytable, for each number of decks that the chapter has it for.

    \b
    Example: table-controller certify shuffle --decks 6 --shuffles 500
             table-controller certify blackjack --side-wagers --decks 6
    """
    if what not in OWN:
        kinds = " and ".join(OWN)
        raise typer.BadParameter(f"{what!r} cannot be certified; it certifies {kinds}", param_hint="WHAT")
    given = {"--shuffles": shuffles, "--side-wagers": side_wagers, "--wager": wager, "--json": as_json}
    _check_options(what, given)
    if decks is not None and not 1 <= decks <= 8:
        raise typer.BadParameter(f"{decks} decks; write 1 to 8", param_hint="--decks")
    if what == "shuffle":
        return _shuffle(1 if decks is None else decks, SHUFFLES if shuffles is None else shuffles)
    return _side_wagers(wager, decks, as_json)


def _check_options(what: str, given: dict[str, Any]) -> None:
    """typer.BadParameter: an option is there that says nothing of what is certified, or one is missing."""
    for kind, options in OWN.items():
        for option in options:
            if kind != what and given[option] is not None and given[option] is not False:
                words = f"belongs to certify {kind}, not to certify {what}; leave it out"
                raise typer.BadParameter(words, param_hint=option)
    if what == "blackjack" and not given["--side-wagers"]:
        words = "of blackjack the side wagers are certified; add --side-wagers"
        raise typer.BadParameter(words, param_hint="WHAT")


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
