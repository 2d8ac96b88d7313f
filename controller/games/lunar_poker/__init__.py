"""Lunar Poker, chapter 671a: so far what hands are and what wins a Super Wager; no table plays it yet."""
