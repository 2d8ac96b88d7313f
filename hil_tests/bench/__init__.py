"""A rig of real hardware: a table's own devices, and an operator who says yes before anything moves.

settings.py   what the rig's file says: whose table, and how a cable is pulled
operator.py   the person at the terminal: is told, is asked, is waited for, and not for ever
looking.py    who the devices say they are, and whether these tests may have them
overhears.py  which lamps are lit, by what passes on the wires
hands.py      what a simulated device's model is to a test, done by the operator
real.py       the bench: the controller, the drivers, the real devices
attended.py   a run at this rig: look, show, ask, and only then a bench

Nothing is opened before it is known that there is somebody to ask, or a bench that a script owns. At the end
of each test, and of one that failed, every device is locked and has confirmed it.
"""
