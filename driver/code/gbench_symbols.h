/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_GBENCH_SYMBOLS_H
#define DRIVER_CODE_GBENCH_SYMBOLS_H

#include <stdbool.h>

/* What mangled names of a program of Google Benchmark tell. The class Benchmark was in
 * benchmark::internal up to version 1.9.5. */

/* Its last argument is a benchmark::State &. */
bool symbol_is_timed(const char *name);
/* So is that of this one, or it is a lambda of BENCHMARK_CAPTURE(). */
bool symbol_takes_state(const char *name);
/* Its only caller is a constructor of the same file. */
bool symbol_is_part_of_constructor(const char *name);

/* RegisterBenchmarkInternal(). */
bool symbol_registers(const char *name);
/* Makes a Benchmark with a name, or sets it before it is registered. */
bool symbol_names_benchmark(const char *name);
/* A template that does so, which is not seen. */
bool symbol_registers_elsewhere(const char *name);
/* May be called between that and the text: makes room for it. */
bool symbol_makes_room(const char *name);
/* As well: copies its second argument, or makes a string of it. */
bool symbol_copies_text(const char *name);
/* Gives a registered benchmark another name. */
bool symbol_renames(const char *name);
/* Of the library: it comes to know of benchmarks, without a code of users. */
bool symbol_is_of_registration(const char *name);
/* What BENCHMARK() calls: acts on nothing that other files see. */
bool symbol_prepares(const char *name);

#endif
