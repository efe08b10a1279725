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
extern const char *const symbols_of_constructor[];

/* RegisterBenchmarkInternal(). */
extern const char *const symbols_registering[];
/* Makes a Benchmark with a name, or sets it before it is registered. */
extern const char *const symbols_naming[];
/* A template that does so, which is not seen. */
extern const char *const symbols_registering_elsewhere[];
/* May be called between that and the text: makes room for it. */
extern const char *const symbols_making_room[];
/* As well: copies its second argument, or makes a string of it. */
extern const char *const symbols_copying[];
/* Gives a registered benchmark another name. */
extern const char *const symbols_renaming[];
/* Of the library: it comes to know of benchmarks, without a code of users. */
extern const char *const symbols_of_registration[];
/* What BENCHMARK() calls: acts on nothing that other files see. */
bool symbol_prepares(const char *name);

#endif
