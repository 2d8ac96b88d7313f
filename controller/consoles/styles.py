"""What the styles that pieces.py names look like on a terminal. Data only.

Blue-green against red, never green against red; and every state is a word besides.
"""

from typing import Final

STYLES: Final = {
    "card": "bold white",
    "card.red": "bold bright_red",
    "card.down": "blue",
    "count": "bold",
    "money": "yellow",
    "lammer": "bold cyan",
    "label": "default",
    "turn": "bold bright_yellow",
    "win": "bold bright_cyan",
    "lose": "bold bright_red",
    "push": "bold white",
    "good": "cyan",
    "bad": "bold bright_red",
    "warn": "bright_yellow",
    "hold": "bold bright_red",
    "prompt": "bold bright_white",
    "open": "bold black on bright_cyan",
    "open.bar": "bright_cyan",
    "locked": "bold white on grey37",
    "banner": "bold white on red",
    "title": "bold white on dark_green",
    "dim": "grey62",
    "felt": "green",
}
