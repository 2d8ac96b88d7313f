"""What `make bench` measures: each figure beside a bare peer, measured in the same run.

docs/benchmarks.md says how each is measured and counted. These are no tests: nothing here has a time
that it must keep. tests/test_bench.py sees to it that they still run.
"""
