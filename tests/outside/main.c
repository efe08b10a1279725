/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <bdriver/bench.h>

BD_MAIN
