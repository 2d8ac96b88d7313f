"""The commands of `table-controller`: what they are called, their options and help, and how their
results are shown to a person. What they do lives elsewhere.
"""
