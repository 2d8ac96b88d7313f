"""Which rigs and which scenarios the tests in this folder run on, from the command line."""

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from controller.faults import ConfigFault, ConfigFaults
from hil_tests.bench.attended import Refused
from hil_tests.bench.operator import Operator
from hil_tests.faults.cover import EVERY_PAIR, EVERYTHING_ONCE, Case, grid, selected
from hil_tests.faults.kinds import FAULTS
from hil_tests.guest.endpoint import is_inside
from hil_tests.guest.inside import run_pytest
from hil_tests.report import Report
from hil_tests.rig import FEATURES, MADE, Rig, load_rig
from tests.scenarios import files_in, named, scenario_files

RIGS: Final = Path(__file__).parent.parent / "config" / "rigs"
HERE: Final = ("memory", "pty", "usb", "usb-hid")
"""Rigs that need nothing but this computer."""
SELECTED: Final = frozenset(
    (
        "blackjack/aces-are-split-drawn-to-and-doubled",
        "blackjack/both-cover-cards",
        "blackjack/box-seven-and-the-cover-card",
        "blackjack/from-the-wrong-side",
        "blackjack/surrender-against-a-ten-or-an-ace",
        "free-bet-blackjack/both-split-hands-bust",
        "free-bet-blackjack/doubles-that-are-refused",
        "free-bet-blackjack/drawn-in-error-unexposed",
        "free-bet-blackjack/even-money-and-a-tucked-push-22",
        "free-bet-blackjack/insurance-to-the-next-chip",
        "free-bet-blackjack/jam-in-the-shoe",
        "free-bet-blackjack/long-box-by-box",
        "free-bet-blackjack/long-collect-then-pay",
        "free-bet-blackjack/opened-step-by-step",
        "free-bet-blackjack/positions-unplugged-and-back",
        "free-bet-blackjack/power-loss-between-two-split-hands",
        "free-bet-blackjack/round-declared-void",
        "free-bet-blackjack/shoe-starts-anew",
        "free-bet-blackjack/tens-are-split-for-chips",
    )
)
"""What a rig in real time plays unless it is asked for all: every device, every order, every phase."""
IN_GUEST: Final = frozenset(
    (
        "blackjack/both-cover-cards",
        "free-bet-blackjack/both-split-hands-bust",
        "free-bet-blackjack/jam-in-the-shoe",
        "free-bet-blackjack/positions-unplugged-and-back",
        "free-bet-blackjack/shoe-starts-anew",
    )
)
"""What a guest machine plays unless it is asked for all: it is some five times slower."""
_CHOSEN: Final = pytest.StashKey[list[Rig]]()
_REPORT: Final = pytest.StashKey[Report]()
_OPERATOR: Final = pytest.StashKey[Operator]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rigs")
    group.addoption("--rig", action="append", metavar="FILE", help="a rig's file; may be repeated")
    group.addoption("--report", metavar="FILE", help="write what ran, on which devices, and what passed")
    group.addoption("--all-scenarios", action="store_true", help="every scenario on every rig")
    group.addoption("--all-faults", action="store_true", help="every fault at every step on every rig")
    group.addoption(
        "--scenarios",
        action="append",
        metavar="DIR",
        help="play all of these in place of our own; repeatable",
    )
    group.addoption("--yes-move", metavar="NAME", help="the bench of this name may be moved; nobody is asked")
    group.addoption(
        "--stacked",
        action="append",
        metavar="SCENARIO",
        help="a scenario that a bench plays: its operator loads the cards in its order; may be repeated",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"needs(feature, ...): of the rig: {', '.join(FEATURES)}")
    config.stash[_CHOSEN] = [_attended(config, rig) for rig in _chosen(config)]
    scenarios_in(config.getoption("--scenarios") or ())
    if config.getoption("--report") is not None:
        if config.getoption("numprocesses", None):
            raise pytest.UsageError("--report is written by one process: leave -n out")
        config.stash[_REPORT] = Report([rig.name for rig in config.stash[_CHOSEN]])


def pytest_sessionfinish(session: pytest.Session) -> None:
    report = session.config.stash.get(_REPORT, None)
    if report is not None:
        for rig in session.config.stash[_CHOSEN]:
            if rig.attendance is not None:
                report.consented(rig.name, rig.attendance.consent)
        report.write(Path(session.config.getoption("--report")))


def pytest_unconfigure(config: pytest.Config) -> None:
    if _OPERATOR in config.stash:
        config.stash[_OPERATOR].close()


def _attended(config: pytest.Config, rig: Rig) -> Rig:
    """The rig; a bench with the features that it has in this run. UsageError: there is nobody to ask, and the
    command line does not name it."""
    if rig.attendance is None or config.option.collectonly:
        return rig
    named = config.getoption("--yes-move")
    if named is not None and named != rig.name:
        raise pytest.UsageError(f"--yes-move names {named}, and the bench is {rig.name}: nothing was opened")
    if config.getoption("numprocesses", None):
        raise pytest.UsageError("a bench is one table: leave -n out")
    try:
        config.stash[_OPERATOR] = Operator(rig.attendance.settings.patience)
    except OSError:
        if named is None:
            raise pytest.UsageError(
                f"the bench {rig.name} is real hardware, and nobody is at a terminal to say yes: run this at "
                f"one, or add --yes-move {rig.name}; nothing was opened"
            ) from None
        return replace(rig, features=rig.attendance.without_hands(rig.features))
    return rig


def pytest_collection_finish(session: pytest.Session) -> None:
    """It is known which tests are to run: a bench is looked at, shown, and had only with a yes."""
    config = session.config
    if config.option.collectonly:
        return
    for rig in config.stash[_CHOSEN]:
        items = [one for one in session.items if _moves(one, rig)]
        if rig.attendance is None or not items:
            continue
        for item in items:
            item.add_marker(pytest.mark.timeout(0))  # each wait for a person has a bound of its own
        tests = [one.nodeid for one in items]
        try:
            operator = config.stash.get(_OPERATOR, None)
            said_yes = config.getoption("--yes-move") is not None
            rig.attendance.begin(rig.features, tests, operator, said_yes, _say)
        except Refused as refused:
            raise pytest.UsageError(str(refused)) from None


def _moves(item: pytest.Item, rig: Rig) -> bool:
    """Whether this test is to run at that rig."""
    if not isinstance(item, pytest.Function) or "rig" not in item.fixturenames:
        return False
    return item.callspec.params["rig"] is rig and not rig.lacks(_needed(item))


def _needed(item: pytest.Item) -> frozenset[str]:
    mark = item.get_closest_marker("needs")
    return frozenset() if mark is None else frozenset(mark.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test counts once: by its call, or by what kept it from being called or cleared away."""
    made = yield
    report = item.config.stash.get(_REPORT, None)
    if report is not None and (call.when == "call" or made.outcome != "passed"):
        why = "" if made.outcome == "passed" else made.longreprtext
        report.ended(item.nodeid, made.outcome, made.duration, why)
    return made


def _chosen(config: pytest.Config) -> list[Rig]:
    """The rigs that the command line names. UsageError: one of them cannot be read."""
    named = config.getoption("--rig")
    paths = [Path(one) for one in named] if named else [RIGS / f"{name}.toml" for name in HERE]
    try:
        return [load_rig(path) for path in paths]
    except (ConfigFault, ConfigFaults) as fault:
        there = ", ".join(sorted(str(path) for path in RIGS.glob("*.toml")))
        raise pytest.UsageError(f"{fault}\nthe rigs of this project: {there}") from None


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """A rig in a guest machine: this very command line is run in there, and nothing here."""
    if is_inside() or config.option.help:
        return None
    rigs = _chosen(config)
    if not any(rig.is_in_guest() for rig in rigs):
        return None
    if len(rigs) > 1:
        raise pytest.UsageError("a rig in a guest machine runs by itself: name it alone")
    report = config.getoption("--report")
    words = [str(one) for one in config.invocation_params.args]
    return run_pytest(words, _say, None if report is None else Path(report))


def _say(line: str) -> None:
    print(line, flush=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test of a rig for every chosen rig; a scenario for those that the rig is to play."""
    rigs = metafunc.config.stash[_CHOSEN]
    if "scenario_path" in metafunc.fixturenames:
        pairs = [
            pytest.param(rig, path, id=f"{rig.name}-{named(path)}")
            for rig in rigs
            for path in _scenarios(metafunc.config, rig)
        ]
        metafunc.parametrize(("rig", "scenario_path"), pairs)
    elif "fault_case" in metafunc.fixturenames:
        cases = [
            pytest.param(
                rig, case, id=f"{rig.name}-{case.name}", marks=pytest.mark.needs(*FAULTS[case.fault].needs)
            )
            for rig in rigs
            for case in _faults(metafunc.config, rig)
        ]
        metafunc.parametrize(("rig", "fault_case"), cases)
    elif "rig" in metafunc.fixturenames:
        metafunc.parametrize("rig", rigs, ids=lambda rig: rig.name)


def _scenarios(config: pytest.Config, rig: Rig) -> list[Path]:
    """What that rig plays: of a bench, whose cards somebody has to stack, what its operator names."""
    folders = config.getoption("--scenarios")
    ours = scenarios_in(folders) if folders else scenario_files()
    if rig.plays_all() and (folders or config.getoption("--all-scenarios") or rig.kind == "memory"):
        return ours
    selected = _selected(rig, config)
    return [path for path in ours if named(path) in selected]


def _faults(config: pytest.Config, rig: Rig) -> list[Case]:
    """At which steps of which rounds what befalls that rig; at a bench nothing, for whose every step somebody
    would have to stack the cards anew."""
    if not rig.plays_all():
        return []
    if config.getoption("--all-faults") or rig.kind == "memory":
        return list(grid())
    return selected(EVERYTHING_ONCE if rig.is_in_guest() else EVERY_PAIR)


def scenarios_in(folders: Sequence[str]) -> list[Path]:
    """The scenarios in these folders. UsageError: one of them has none."""
    found = []
    for folder in folders:
        there = files_in(Path(folder))
        if not there:
            inside = (
                "; the guest machine sees no folder in /run or /dev of this computer" if is_inside() else ""
            )
            raise pytest.UsageError(f"no scenario (*.yaml) in {folder}{inside}")
        found += there
    return found


def _selected(rig: Rig, config: pytest.Config) -> frozenset[str]:
    if rig.attendance is not None:
        return frozenset(config.getoption("--stacked") or ())
    return IN_GUEST if rig.is_in_guest() else SELECTED


@pytest.fixture(autouse=True)
def _devices_told(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the devices of a test's benches said of themselves goes into the report."""
    yield
    report = request.config.stash.get(_REPORT, None)
    while MADE:
        rig, bench = MADE.pop()
        if report is not None:
            report.heard(rig, bench)


@pytest.fixture(autouse=True)
def _needs(request: pytest.FixtureRequest) -> None:
    """A test that needs what its rig has not got is skipped, and says what."""
    if "rig" in request.fixturenames:
        why = request.getfixturevalue("rig").lacks(_needed(request.node))
        if why:
            pytest.skip(why)
