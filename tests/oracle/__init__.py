"""A second opinion: scenarios played by plain code that shares nothing with the controller.

What lives here: one oracle a game, the generator of random scenarios, and the comparison with a real
rehearsal. What does not: tests of the controller's parts.
"""
