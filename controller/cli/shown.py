"""How results look to a person on a terminal: rounds, and progress. With rich."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from drivers.cards import SEALED


def rounds_table(documents: Sequence[dict[str, Any]], still_open: Sequence[bool]) -> None:
    """Rounds in the form of the result document, one block each."""
    console = Console(highlight=False)
    for one, is_open in zip(documents, still_open, strict=True):
        state = " — still open" if is_open else " — VOID" if one["void"] else ""
        dealer = one["dealer"]
        console.print(f"[bold]Round {one['round']}[/bold]{state}")
        console.print(f"  dealer        {_faces(dealer['cards']) or '-':24} {dealer['total'] or ''}")
        for hand in one["hands"]:
            name = f"box {hand['box']} hand {hand['hand']}"
            total = "-" if hand["total"] is None else hand["total"]
            console.print(f"  {name:14}{' '.join(hand['cards']):24} {total}")
        if one["settlements"]:
            console.print(_settlements(one["settlements"]))
        if one["removed"]:
            console.print(f"  out of play: {_faces(one['removed'])}")
        for met in one["irregularities"]:
            words = f"{met['kind']} ({met['clause']}): {met['disposition']}"
            console.print(f"  irregularity: {words}", soft_wrap=True, markup=False)


def _faces(cards: Sequence[str]) -> str:
    return " ".join("face-down" if card == SEALED else card for card in cards)


def _settlements(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=True, header_style="dim")
    amounts = ("stake", "paid", "returned", "collected")
    for name in ("", "wager", "stake", "outcome", "paid", "returned", "collected", "clause"):
        table.add_column(name, justify="right" if name in amounts else "left", no_wrap=True)
    for row in rows:
        table.add_row(
            f"box {row['box']}.{row['hand']}",
            row["wager"],
            row["stake"],
            row["outcome"],
            row["paid"],
            row["returned"],
            row["collected"],
            row["clause"],
        )
    return table


@contextmanager
def progress_bar(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while something takes long; yields a function that is told how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, total=total)
        yield lambda done: progress.update(task, completed=done)
