"""What is heard of the board in a whole examination, held against what docs/link.md says of every frame.

Only the first wrong of each paragraph is kept, as words that name no payload: what a board tells of a card
goes nowhere. Which order or fault a frame answers does not live here.
"""

from typing import Final

from drivers.frame import BOARD, BOOT, HEARTBEAT, IDENTITY, PROGRESS, REPLY, REPORT, WELCOME, Frame
from drivers.handshake import session_of
from drivers.payload import BadPayload, Payload, load

# No sets, of which nonsense of a board's (a list for a word) could not be asked.
REASONS: Final = (
    "unknown-message",
    "unknown-key",
    "bad-value",
    "busy",
    "fault",
    "lid-open",
    "not-permitted",
    "unsupported",
)
"""The reason words of section 5."""
RESETS: Final = ("power", "watchdog", "software", "unknown")
_NAMES: Final = {
    WELCOME: "WELCOME",
    IDENTITY: "IDENTITY",
    BOARD: "BOARD",
    BOOT: "BOOT",
    REPLY: "REPLY",
    REPORT: "REPORT",
    HEARTBEAT: "HEARTBEAT",
    PROGRESS: "PROGRESS",
}
_OLDEST_KEPT: Final = -1
HEADER: Final = "2.6"
SESSION: Final = "4.12"
TYPES: Final = "3.20"
FORM: Final = "3.21"
MANDATORY: Final = "3.22"
PROGRESSES: Final = "3.23"
WORDS: Final = "5.10"


class Watch:
    """wrongs: the first one of each paragraph. progress: a PROGRESS frame came."""

    def __init__(self) -> None:
        self.wrongs: dict[str, str] = {}
        self.progress = False
        self._session: int | None = None
        self._booted = False

    def take(self, frame: Frame) -> None:
        """A frame of the board."""
        name = _NAMES.get(frame.type)
        if name is None:
            self._wrong(TYPES, f"a frame of type {frame.type}, which no device says")
            return
        said = self._payload(frame, name)
        self._follow(frame, name, said)
        self._header(frame, name)
        if any(key < 0 and not (frame.type == REPORT and key == _OLDEST_KEPT) for key in said):
            self._wrong(MANDATORY, f"{name} has a negative key that version 1 does not have")
        if frame.type == REPLY:
            self._reply(said)
        if frame.type == PROGRESS:
            self._progress(said)

    def _wrong(self, paragraph: str, text: str) -> None:
        self.wrongs.setdefault(paragraph, text)

    def _payload(self, frame: Frame, name: str) -> Payload:
        try:
            said = load(frame.payload)
        except BadPayload as error:
            self._wrong(FORM, f"the payload of {name} is {error}")
            return {}
        if frame.type == HEARTBEAT and said:
            self._wrong(FORM, "HEARTBEAT has a payload")
        return said

    def _header(self, frame: Frame, name: str) -> None:
        if frame.type not in (REPLY, REPORT) and (frame.message or frame.number):
            self._wrong(HEADER, f"{name} has message {frame.message} and number {frame.number}, not 0")
        if frame.type in (REPLY, REPORT) and not (frame.message and frame.number):
            self._wrong(HEADER, f"{name} has message {frame.message} and number {frame.number}; 0 is none")

    def _follow(self, frame: Frame, name: str, said: Payload) -> None:
        """Whose session it is. Before the first WELCOME it is not known."""
        boot, nonce = said.get(1), said.get(6)
        if frame.type == BOOT:
            self._session, self._booted = None, True
            if frame.session:
                self._wrong(SESSION, f"BOOT carries session {frame.session}")
        elif frame.type == WELCOME and isinstance(boot, int) and isinstance(nonce, int):
            self._session = session_of(boot & 0xFFFFFFFF, nonce & 0xFFFFFFFF)
        elif self._session is None and self._booted:
            self._wrong(SESSION, f"{name} came behind BOOT, with no session")
        elif self._session is not None and frame.session != self._session:
            self._wrong(SESSION, f"{name} carries session {frame.session}; WELCOME said {self._session}")

    def _reply(self, said: Payload) -> None:
        if said.get(1) not in (0, 1):
            self._wrong(WORDS, "a REPLY says neither accepted (0) nor refused (1)")
        elif said[1] == 1 and said.get(2) not in REASONS:
            self._wrong(WORDS, "a refusal has no reason word of section 5")

    def _progress(self, said: Payload) -> None:
        self.progress = True
        numbers = [said.get(2), said.get(3)]
        if not isinstance(said.get(1), str) or not all(isinstance(one, int) for one in numbers):
            self._wrong(PROGRESSES, "PROGRESS says no word, done and of")
