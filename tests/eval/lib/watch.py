# SPDX-License-Identifier: GPL-3.0-or-later
"""What the driver holds while its log grows."""
import collections
import os

from study import memory_kib, stop

Held = collections.namedtuple("Held", "log_bytes rss_kib peak_kib descriptors")


def watch_log(log):
    """For Run(sample=...)."""
    def held(pid):
        return Held(os.path.getsize(f"{log}.part"), memory_kib(pid, "VmRSS"), memory_kib(pid),
                    len(os.listdir(f"/proc/{pid}/fd")))
    return held


def share_of_log(samples, log, percent):
    """The first sample in which the log has so much of its size at the end."""
    size = os.path.getsize(log)
    for held in samples:
        if held.log_bytes * 100 >= size * percent:
            return held
    return stop(f"the run was too short to see what it holds at {percent} % of the log")
