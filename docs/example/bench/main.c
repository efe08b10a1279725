/* SPDX-License-Identifier: MIT */
/* For make and Meson; bd_add_suite() of CMake writes one itself. */
#include <bdriver/bench.h>

BD_MAIN
