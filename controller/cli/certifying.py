"""Commands that certify: figures for a laboratory, computed anew each time from the product's own
functions."""

from typing import Annotated, Final

import typer

LEAST: Final = 100
MOST: Final = 1_000_000


def certify(
    what: Annotated[str, typer.Argument(help="shuffle: the simulated shuffler's randomness")],
    decks: Annotated[int, typer.Option(help="decks in the stack that is shuffled, 1 to 8")] = 1,
    shuffles: Annotated[int, typer.Option(help="how many shuffles are looked at")] = 2000,
) -> int:
    """Figures for a laboratory. `certify shuffle` tries the shuffle of the simulated shuffler by four
    statistics: each card at each place, rising sequences, their variance, and how many cards a good guesser
    gets right.

    Exit status 1 where one of them does not hold at 99 %, which chance alone brings about in 4 of 100 runs.

    Example: table-controller certify shuffle --decks 6 --shuffles 500
    """
    if what != "shuffle":
        raise typer.BadParameter(f"{what!r} cannot be certified; it certifies shuffle", param_hint="WHAT")
    if not 1 <= decks <= 8:
        raise typer.BadParameter(f"{decks} decks: 1 to 8", param_hint="--decks")
    if not LEAST <= shuffles <= MOST:
        raise typer.BadParameter(f"{shuffles} shuffles: {LEAST} to {MOST}", param_hint="--shuffles")
    from drivers.simulated.randomness import examine, report_of
    from drivers.simulated.shuffling import insert_each

    findings = examine(insert_each, decks, shuffles)
    typer.echo(report_of(findings, decks, shuffles))
    return 0 if all(one.holds(0.99) for one in findings) else 1
