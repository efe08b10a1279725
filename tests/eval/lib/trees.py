# SPDX-License-Identifier: GPL-3.0-or-later
"""Trees of our suites from a copy of the source, so that a study can edit it."""
import contextlib
import json
import pathlib
import shutil
import subprocess

from study import SOURCE, Run


def copied_source(folder):
    for part in ("harness", "suites", "tests/eval/trees"):
        shutil.copytree(SOURCE / part, folder / part)
    return folder


def build(source, folder, suites, compiler="gcc", flags="-O2", align=False, link=None):
    """The suites of the source, as folder/suites/NAME; built again where the source has changed."""
    quiet = {"stdout": subprocess.DEVNULL}
    linking = [] if link is None else [f"-DCMAKE_EXE_LINKER_FLAGS={link}", "-UBD_LINKER_ALIGNS"]
    if linking or not (folder / "build.ninja").exists():
        Run(["cmake", "-S", source / "tests/eval/trees", "-B", folder, "-G", "Ninja",
             f"-DCMAKE_C_COMPILER={compiler}", f"-DEVAL_FLAGS={flags}",
             f"-DEVAL_ALIGN={'ON' if align else 'OFF'}", f"-DEVAL_SUITES={';'.join(suites)}",
             *linking], **quiet)
    Run(["ninja", "-C", folder], **quiet)
    return folder / "suites"


def files_of(suite):
    """The source file of each benchmark."""
    done = Run([suite, "--list", "--format", "json"], stdout=subprocess.PIPE)
    return {one["name"]: pathlib.Path(one["file"]).name
            for part in json.loads(done.output)["suites"] for one in part["benchmarks"]}


@contextlib.contextmanager
def edited(texts):
    """Files with other texts (None: no file) until the end."""
    before = {path: path.read_text(encoding="utf-8") if path.exists() else None for path in texts}
    write(texts)
    try:
        yield
    finally:
        write(before)


def write(texts):
    for path, text in texts.items():
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, encoding="utf-8")
