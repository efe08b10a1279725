/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_SYMBOLS_H
#define DRIVER_CODE_SYMBOLS_H

#include <stdbool.h>

/* What the names of functions of shared libraries tell. */

/* globs: NULL at the end. */
bool symbol_is_one_of(const char *name, const char *const *globs);

/* Called by each constructor of the compiler or of <iostream>; changes nothing for others. */
extern const char *const symbols_passive[];
/* Loads or executes what only the running program knows. */
extern const char *const symbols_unfollowed[];
/* Of Rust, without code of a user: starts gnuplot or cargo for Criterion.rs. */
extern const char *const symbols_of_criterion[];
/* Starts a thread in Rust; or of Google Benchmark: the program executes itself before it
 * begins. */
extern const char *const symbols_sealed[];
extern const char *const symbols_of_threads[];
extern const char *const symbols_of_files[];
/* Takes random numbers, the time or the environment: it need not do the
 * same in each launch. */
extern const char *const symbols_varying[];
/* As a person writes it: C++ demangled, control characters escaped; "words.cc:count(int)" of
 * "words.cc:_Z5counti". The caller frees it. */
char *symbol_shown(const char *name);
/* Of virtual tables and types in C++, and of the harness and start files: who means these names
 * them in relocations. */
bool symbol_is_of_abi(const char *name);
bool symbol_is_of_harness(const char *name);

/* Linkers and start files define these: of the program or its sections; and those from which
 * nobody walks through objects, or only the start files do. */
extern const char *const symbols_of_bounds[];
extern const char *const symbols_of_marks[];

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
