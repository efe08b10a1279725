// SPDX-License-Identifier: GPL-3.0-or-later
// Catch2 itself, in a file of its own, as its manual wants it.
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
