/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/gbench_symbols.h"

#include <stddef.h>
#include <string.h>

#include "driver/code/symbols.h"

#define STATE  "RN9benchmark5StateE"
#define INSIDE "_ZN9benchmark8internal"

bool symbol_is_timed(const char *name)
{
	size_t length = strlen(name), own = sizeof(STATE) - 1;

	return !strncmp(name, "_Z", 2) && length > own && !strcmp(name + length - own, STATE);
}

bool symbol_takes_state(const char *name)
{
	return symbol_is_timed(name) || (strstr(name, STATE) && strstr(name, "_FUNE"));
}

const char *const symbols_of_constructor[] = { "*__static_initialization_and_destruction_*",
	"__cxx_global_var_init*", NULL };

const char *const symbols_registering[] = { INSIDE "25RegisterBenchmarkInternal*", NULL };

const char *const symbols_naming[] = { INSIDE "9BenchmarkC*", "_ZN9benchmark9BenchmarkC*",
	INSIDE "9Benchmark7SetName*", "_ZN9benchmark9Benchmark7SetName*",
	INSIDE "17FunctionBenchmarkC*",
	"*make_uniqueI*N9benchmark8internal17FunctionBenchmark*", NULL };

const char *const symbols_registering_elsewhere[] = { "_ZN9benchmark17RegisterBenchmark*",
	NULL };

const char *const symbols_making_room[] = { "_Znwm*", "strlen*",
	"_ZNSt7__cxx1112basic_stringI*_M_create*", NULL };

const char *const symbols_copying[] = { "memcpy*", "_ZNSt7__cxx1112basic_stringI*C[12]*",
	"_ZNSt7__cxx1112basic_stringI*_M_construct*", "_ZNSt3__112basic_stringI*C[12]E*",
	"_ZNSt3__112basic_stringI*__init*", NULL };

const char *const symbols_renaming[] = { INSIDE "9Benchmark4NameE*",
	"_ZN9benchmark9Benchmark4NameE*", NULL };

const char *const symbols_of_registration[] = { INSIDE "9Benchmark*",
	"_ZN9benchmark9Benchmark*", INSIDE "17FunctionBenchmark*",
	INSIDE "25RegisterBenchmarkInternal*", INSIDE "17InitializeStreams*",
	"_ZN9benchmark11CreateRange*", "_ZN9benchmark16CreateDenseRange*",
	"_ZN9benchmark7Fixture*", NULL };

bool symbol_prepares(const char *name)
{
	static const char *const globs[] = { "_Znwm", "_Znam", "_ZdlPv*", "_ZdaPv*",
		"mem[cms]*", "strlen", "_ZNSt7__cxx1112basic_stringI*",
		"_ZNSt3__1*basic_stringI*", "_ZSt*__throw_*", "_ZNSt3__1*__throw_*",
		"_ZSt9terminatev", "_Unwind_Resume", "__stack_chk_fail", NULL };

	return symbol_is_one_of(name, symbols_of_registration) || symbol_is_one_of(name, globs);
}
