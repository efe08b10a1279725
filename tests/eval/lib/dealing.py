# SPDX-License-Identifier: GPL-3.0-or-later
"""Real rounds of logs, to be dealt anew."""
import csv
import math
import statistics

EXTRA_NS = 2.5e6  # between launches


class Launch:
    def __init__(self, line, columns):
        cells = dict(zip(columns, next(csv.reader([line]))))
        self.name = cells["suite"], cells["benchmark"]
        self.round, self.attempt = int(cells["round"]), cells["attempt"]
        self.text, self.samples = line.rstrip('\n"').rsplit(',"', 1)
        self.turns = [int(word) for word in cells["turn_samples"].split()]
        self.ns = sum(float(cells[name] or 0) for name in ("wall_ns", "setup_ns")) + EXTRA_NS

    def values(self):
        return [float(word) for word in self.samples.split()]

    def quartile(self):
        values = sorted(self.values())
        return values[len(values) // 4]

    def turn_quartiles(self):
        values, start = self.values(), 0
        for count in self.turns:
            turn, start = sorted(values[start:start + count]), start + count
            # R-8, as compare/stats/quantile.h has it
            place = min(max(count * .25 + 1.25 / 3 - 1, 0), max(count - 1, 0))
            low = int(place)
            yield turn[low] + (place - low) * (turn[min(low + 1, count - 1)] - turn[low]) if turn else math.nan

    def line(self, build, stage, number, factor):
        suite, name, _, _, _, rest = self.text.split(",", 5)
        samples = self.samples if factor == 1 else " ".join(
            f"{v * factor:.7g}" for v in self.values())
        return f'{suite},{name},"{build}",{stage},{number},{rest},"{samples}"\n'


def read(path):
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    title, *rows = [line for line in lines if line[0] != "#"]
    launches = [Launch(row, title.rstrip("\n").split(",")) for row in rows if ",ok," in row]
    head = [line for line in lines if line[0] == "#" and "# end" not in line]
    return [*head, title], {(one.name, one.round): one for one in launches}


class Rounds:
    """The rounds of each benchmark that both logs of each run have."""

    def __init__(self, *folders):
        self.rounds, took = {}, {}
        for folder in folders:
            (old_head, old), (new_head, new) = (read(folder / f"{build}.log")
                                                for build in ("old", "new"))
            self.heads = old_head, new_head
            for key, launch in old.items():
                if key in new and new[key].attempt == launch.attempt:
                    self.rounds.setdefault(key[0], []).append((launch, new[key]))
                    took.setdefault(key[0], []).append(launch.ns + new[key].ns)
        self.ns = {name: statistics.median(all_ns) for name, all_ns in took.items()}
