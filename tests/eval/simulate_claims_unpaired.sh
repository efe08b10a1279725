#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Simulated suites in two sessions: what the threshold is there for [SIZE].
exec bash "$(dirname "$0")/simulate_claims.sh" "${1:-normal}" unpaired
