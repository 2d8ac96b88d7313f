"""Blackjack, chapter 633a; game.py is its table of contents."""
