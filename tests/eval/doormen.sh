#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the driver takes from launches where it has no CPU of its own, with and without doormen: by the kernel's record of switches.
set -eu
: "${BDRIVER:?}" "${BD_BUILD:?}" "${BD_SOURCE:?}"
export BDRIVER_LOCK=eval$$ BDRIVER_REPEAT_DISTURBED=0 BDRIVER_REPEAT_ALONE=0
exec python3 "$BD_SOURCE/tests/eval/doormen.py" "$@"
