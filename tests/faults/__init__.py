"""Faults that others met at their ports, links and USB devices, each with the fix taken out.

A fault has its tests among those of the part that it concerns, and here a function that takes the fix out of
the product: it puts the naive variant in the place of one method. test_taken_out.py runs the tests of each
fault twice, as it is and without the fix: then each of them must fail, by an assertion of its own. By hand:

    python -m tests.faults A1-half-a-frame

What lives here: the list (table.py), the faults by part (transport.py and its neighbours) and the two
runs (__main__.py). The tests themselves do not.
"""
