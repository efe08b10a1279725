/* SPDX-License-Identifier: MIT */
/* Compiled into each suite with the suite's own flags, so that the log can name them. */
#include "harness/bench.h"

BD_MAIN
