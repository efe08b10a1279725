#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Simulated machines M0 to M6, one benchmark alone, two sessions: false changes, power [SIZE].
exec bash "$(dirname "$0")/simulate_alone.sh" "${1:-normal}" unpaired
