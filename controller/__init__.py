"""The table controller: rules on every input by the regulation, journals it, and drives the devices."""

__version__ = "0.1.0"
