"""Faults at each step of a round: what is disturbed, by what, and what must hold.

A round of every way to deal is played once undisturbed and in memory; that gives its steps, which are what
people asked for and what devices reported. Then it is played again, with one fault at one of its steps.

    rounds.py     the rounds, one for each way to deal, and their steps
    disturbed.py  a bench that disturbs itself at a step, and the floor that sees to it
    kinds.py      the faults: what is done to a device or its cable, and what must hold meanwhile
    cover.py      which of all these cases a rig in real time plays unless it is asked for all
"""
