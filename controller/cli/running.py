"""Commands that run something: a table, the demonstration, a console, a simulated device, a look at
what is plugged in.
"""

from pathlib import Path
from typing import Annotated

import typer


def run(
    installation: Annotated[Path, typer.Argument(help="the table, as config/tables/*.toml")],
    run_dir: Annotated[Path | None, typer.Option(help="where {run} in the file's paths points to")] = None,
    capture: Annotated[
        Path | None, typer.Option(help="a folder for a recording of each device's link, without faces")
    ] = None,
) -> int:
    """Run a table.

    It drives the devices, rules on every input and journals it. It ends on SIGTERM or Ctrl-C. Start it again
    after any end, a power cut too: the table stands where it stood.

    \b
    Example: table-controller run config/tables/free-bet-1.toml
    """
    from controller.running import run_table

    return run_table(installation, run_dir, capture)


def demo(
    game: Annotated[
        str, typer.Argument(help="free-bet-blackjack, blackjack, double-back-jack or lunar-poker")
    ] = "free-bet-blackjack",
    speed: Annotated[float, typer.Option(help="how fast people and machines act; 1 is life")] = 2.0,
    rounds: Annotated[int, typer.Option(help="stop after so many rounds; 0: until Ctrl-C")] = 0,
    fault: Annotated[
        list[str] | None, typer.Option(help="a fault that happens on the way, as shoe:jam; may be repeated")
    ] = None,
    plain: Annotated[bool, typer.Option(help="lines in place of the live picture")] = False,
    keep: Annotated[Path | None, typer.Option(help="keep journal and sockets in this folder")] = None,
    shuffler: Annotated[
        str, typer.Option(help="batch: an automated shuffler, and two batches that take turns")
    ] = "none",
    variation: Annotated[
        str, typer.Option(help="of Blackjack: switch (two hands a box), or hand_dealt (no shoe)")
    ] = "none",
    shoe: Annotated[
        str,
        typer.Option(
            help="double: two sides, and a determinant card (Blackjack); hand: none is there, automated: "
            "it dispenses stacks (Lunar Poker)"
        ),
    ] = "single",
) -> int:
    """Show a table that plays.

    Devices, dealer, six players and the live view are processes of their own.

    \b
    Example: table-controller demo blackjack --speed 4 --rounds 3 --fault shoe:misread
    """
    from controller.demo import run_demo

    return run_demo(
        game=game,
        speed=speed,
        rounds=rounds,
        faults=fault or [],
        plain=plain,
        keep=keep,
        shuffler=shuffler,
        variation=variation,
        shoe=shoe,
    )


def console(
    socket: Annotated[Path, typer.Argument(help="the table's feed socket")],
    act_as: Annotated[str, typer.Option("--as", help="act with the keyboard as dealer or floorperson")] = "",
    person: Annotated[str, typer.Option(help="who acts, as the journal will say")] = "",
    reconnect: Annotated[bool, typer.Option(help="wait for the table again when it ends")] = False,
) -> int:
    """Watch a running table, or act at it.

    Without --as it is drawn on a terminal, and told in lines elsewhere. With --as it takes keys: a key and
    Enter. It shows which keys there are.

    \b
    Example: table-controller console /run/table-controller/free-bet-1/feed.sock --as dealer --person Kim
    """
    if not act_as:
        from controller.consoles.terminal import view

        return view(socket, reconnect=reconnect)
    if act_as not in ("dealer", "floorperson"):
        raise typer.BadParameter(f"{act_as!r} acts at no table: dealer or floorperson", param_hint="--as")
    if not person:
        raise typer.BadParameter("the journal needs to know who acts: give --person", param_hint="--person")
    from controller.consoles.keys import console as act

    return act(socket, "dealer" if act_as == "dealer" else "floorperson", person, reconnect=reconnect)


def simulate(
    role: Annotated[str, typer.Argument(help="shoe, card_reader, wager_positions, shuffler or progressive")],
    port: Annotated[str | None, typer.Option(help="a path that leads to the device's pty")] = None,
    tcp: Annotated[str | None, typer.Option(help="host:port in place of a pty")] = None,
    control: Annotated[
        str | None, typer.Option(help="a socket that takes actions and faults as JSON lines")
    ] = None,
    speed: Annotated[float, typer.Option(help="how much faster than life its mechanics are")] = 1.0,
    fault: Annotated[
        list[str] | None, typer.Option(help="kind, kind@draw or kind:place@draw (or @job); may be repeated")
    ] = None,
    noise: Annotated[
        str, typer.Option(help="a bad cable: drop, duplicate, corrupt, split (0 to 1), delay (seconds)")
    ] = "",
    serial: Annotated[str | None, typer.Option(help="the serial number that it tells")] = None,
    decks: Annotated[
        int | None,
        typer.Option(help="decks in a shoe (6; automated 1), or of a shuffler's largest batch (8)"),
    ] = None,
    boxes: Annotated[int, typer.Option(help="boxes of wager positions")] = 6,
    gate: Annotated[bool, typer.Option(help="whether the shoe can hold cards back")] = True,
    shuffles: Annotated[bool, typer.Option(help="whether the shoe shuffles by itself")] = False,
    double: Annotated[bool, typer.Option(help="whether the shoe has two sides")] = False,
    automated: Annotated[bool, typer.Option(help="whether the shoe dispenses stacks by itself")] = False,
    continuous: Annotated[
        bool, typer.Option(help="whether the shuffler gives cards to the shoe by itself")
    ] = False,
    seconds_a_deck: Annotated[float, typer.Option(help="how long the shuffler takes for a deck")] = 22.0,
    seed: Annotated[int | None, typer.Option(help="shuffle by a seed, for a demonstration only")] = None,
    key: Annotated[
        str | None, typer.Option(help="it can sign; the file that is the memory its key is kept in")
    ] = None,
) -> int:
    """Be one simulated device.

    It has a pseudo-terminal of its own, or a TCP port, until SIGTERM or Ctrl-C. docs/simulators.md says what
    its control socket takes.

    \b
    Example: table-controller simulate shoe --port /tmp/shoe --fault misread@7 --noise drop=0.02,delay=0.01
    """
    from drivers.simulated.noise import Rates, parse_noise
    from drivers.simulated.process import run_simulator

    for path in (port, control, key):
        if path is not None and not Path(path).absolute().parent.is_dir():
            typer.echo(
                f"table-controller: {path}: its folder is not there; make it, or correct the name", err=True
            )
            return 2
    try:
        run_simulator(
            role.replace("-", "_"),
            port=port,
            tcp=tcp,
            control=control,
            speed=speed,
            faults=fault or [],
            noise=parse_noise(noise) if noise else Rates(),
            serial=serial,
            decks=decks,
            boxes=boxes,
            gate=gate,
            shuffles=shuffles,
            double=double,
            automated=automated,
            kind="continuous" if continuous else "batch",
            seconds_a_deck=seconds_a_deck,
            seed=seed,
            key=key,
            announce=_announce,
        )
    except ValueError as mistake:
        typer.echo(f"table-controller: {mistake}", err=True)
        return 2
    return 0


def _announce(line: str) -> None:
    """Told at once, also into a pipe: whoever started the simulator waits for this line."""
    print(line, flush=True)


def devices(
    installation: Annotated[
        Path | None, typer.Argument(help="a table; without one, what is plugged in")
    ] = None,
    run_dir: Annotated[Path | None, typer.Option(help="where {run} in the file's paths points to")] = None,
    seconds: Annotated[float, typer.Option(help="how long to wait for each device")] = 3.0,
    table: Annotated[
        Path | None, typer.Option(help="a table: say what of all that is plugged in it expects")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="what is plugged in, as a JSON document")] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="greet what is plugged in: what may be a table's device")
    ] = False,
    port: Annotated[
        list[str] | None, typer.Option(help="with --ask: this port too, whatever is at it; may be repeated")
    ] = None,
) -> int:
    """What is connected, and who it says it is.

    Without a file, or with --table: every serial port and USB device, who has it, and the line that binds it;
    none of them is greeted, but with --ask those that fit a binding of the table or have a USB id that is
    known, and each that --port names. With a file its devices are greeted; the table must not be running on
    those ports. Exit status 1 where a device of the table's file is missing, or is none that it would take.

    \b
    Example: table-controller devices config/tables/free-bet-1.toml
    """
    from controller.connected import show_devices, show_plugged

    if installation is None:
        if port and not ask:
            raise typer.BadParameter("--port names what --ask asks: add --ask")
        return show_plugged(table, run_dir, as_json, ask=ask, named=port or (), seconds=seconds)
    if table is not None or as_json or ask or port:
        raise typer.BadParameter(
            "--table, --json, --ask and --port are for what is plugged in: leave the file out"
        )
    return show_devices(installation, run_dir, seconds)
