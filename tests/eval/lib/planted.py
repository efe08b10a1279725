# SPDX-License-Identifier: GPL-3.0-or-later
"""Logs whose benchmarks are made slower afterwards."""
import csv


def key_of(row):
    return row["suite"], row["benchmark"]


class Log:
    """What stands before the rows, and the rows; a factor multiplies the samples of a benchmark."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.readlines()
        header = next(i for i, line in enumerate(lines) if not line.startswith("#"))
        self.head = lines[:header]
        table = csv.DictReader(line for line in lines[header:] if not line.startswith("#"))
        self.rows, self.columns = list(table), table.fieldnames

    def stage(self, number):
        return [row for row in self.rows if row["stage"] == str(number)]

    def write(self, path, rows, factors, ended=True):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.writelines(self.head)
            writer = csv.DictWriter(file, self.columns, lineterminator="\n")
            writer.writeheader()
            for row in rows:
                factor = factors.get(key_of(row), 1)
                if factor != 1:
                    row = {**row, "samples": " ".join(f"{float(word) * factor:.9g}"
                                                      for word in row["samples"].split())}
                writer.writerow(row)
            if ended:
                file.write(f"# end: {len(rows)}\n")
