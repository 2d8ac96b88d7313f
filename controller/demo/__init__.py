"""The demonstration: a whole table that plays, every part of it a process of its own.

Simulated devices, the table, a simulated dealer with six players, and the live view (run.py starts and
ends them). The people stand outside the table's process: they see its screens, answer with Commands,
and move cards and chips at the simulators. `run_demo` is what the command line calls.
"""

from controller.demo.run import run_demo

__all__ = ["run_demo"]
