"""Double Back Jack, chapter 673a; game.py is its table of contents."""
