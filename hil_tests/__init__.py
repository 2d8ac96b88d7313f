"""Tests on a rig: the same scenarios against whatever a rig's file names (config/rigs).

    pytest hil_tests                                     every rig that needs nothing but this computer
    pytest hil_tests --rig config/rigs/pty.toml          one rig; may be repeated
    pytest hil_tests --rig config/rigs/guest.toml        the USB of a real kernel, in QEMU (guest/)
    pytest hil_tests --rig config/rigs/bench.toml        real hardware, and an operator (bench/)
    pytest hil_tests --all-scenarios                     every scenario on every rig, not a selection

A rig is data. A test says what it needs of one and is skipped where the rig has not got it; a rig that
cannot start fails the test, and is never skipped.
"""
