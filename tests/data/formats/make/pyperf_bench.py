# SPDX-License-Identifier: GPL-3.0-or-later
# Made the files pyperf*.json: see ../README.md.
import pyperf

runner = pyperf.Runner(processes=3, values=4, warmups=1, min_time=0.001)
runner.timeit("sort a list", "sorted(l)", setup="l = list(range(100))")
runner.bench_func("sum", sum, range(1000))
