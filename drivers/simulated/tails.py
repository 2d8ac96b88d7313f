"""Tails of two distributions: how often chance alone goes as far as what was found.

The incomplete gamma function is worked out by its series below the mean and by its continued fraction
above it, as the handbooks give them. What is measured is in `randomness`.
"""

import math
from typing import Final

_ENOUGH: Final = 1e-15
_TERMS: Final = 100_000
_TINY: Final = 1e-300


def normal_tails(deviations: float) -> float:
    """How often a normal variable is at least so many standard deviations away, on either side."""
    return math.erfc(abs(deviations) / math.sqrt(2))


def chi_square_tail(found: float, degrees: int) -> float:
    """How often a chi-square of so many degrees of freedom is `found` or more. ValueError for less than one
    degree, or a negative sum of squares."""
    if degrees < 1 or found < 0:
        raise ValueError(f"no chi-square is {found} with {degrees} degrees of freedom")
    shape, bound = degrees / 2, found / 2
    if bound == 0:
        return 1.0
    if bound < shape + 1:
        return 1 - _lower(shape, bound)
    return _upper(shape, bound)


def _front(shape: float, bound: float) -> float:
    return math.exp(shape * math.log(bound) - bound - math.lgamma(shape))


def _lower(shape: float, bound: float) -> float:
    """The regularised lower incomplete gamma function, by its series."""
    term = total = 1 / shape
    for step in range(1, _TERMS):
        term *= bound / (shape + step)
        total += term
        if term < total * _ENOUGH:
            break
    return _front(shape, bound) * total


def _upper(shape: float, bound: float) -> float:
    """The regularised upper incomplete gamma function, by its continued fraction (Lentz)."""
    b = bound + 1 - shape
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in range(1, _TERMS):
        a = -step * (step - shape)
        b += 2
        d = 1 / _not_nought(a * d + b)
        c = _not_nought(b + a / c)
        value *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return _front(shape, bound) * value


def _not_nought(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
