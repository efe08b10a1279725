/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: names alone do not tell, as users may add functions to any namespace. But .eh_frame
 * describes functions object file by object file, in the order of the link. The linker says no
 * to a second function of some names of the framework. What stands between two of them is of
 * its object files, if nothing between has a name that a user has chosen. If the linker
 * compiled the program, any function may hold a user's code.
 */
#include "driver/code/trusted.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/symbols.h"
#include "driver/code/unwind.h"

static bool is_word(const char *at, size_t length, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == length && !strncmp(*words, at, length))
			return true;
	return false;
}

/* No word that a user has chosen. */
static bool is_of_language(const char *at, size_t length)
{
	static const char *const words[] = { "std", "benchmark", "void", "bool", "char",
		"wchar_t", "char8_t", "char16_t", "char32_t", "short", "int", "long",
		"unsigned", "signed", "float", "double", "const", "volatile", "decltype",
		"auto", "operator", "true", "false", "clone", "non", "virtual", "thunk", "to",
		"is_constructible", NULL };

	/* Users have none that begin so. */
	return !strncmp(at, "__", 2) || strchr("0123456789", *at) || is_word(at, length, words);
}

/* That of a function of a known name: users have some outside of functions. */
static bool is_lambda(const char *start, const char *at, size_t length)
{
	return length == 6 && !strncmp(at, "lambda", length) && at - start > 1 && at[-2] == ':';
}

bool trusted_words(const char *name)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
					 "0123456789";
	static const char nameless[] = "(anonymous namespace)";
	AUTO_FREE char *start = symbol_shown(name);
	const char *at = start;

	for (size_t length; *at; at += length ? length : 1) {
		length = strspn(at, characters);
		if (*at == '[') {
			length = strcspn(at, "]");
		} else if (!strncmp(at, nameless, sizeof(nameless) - 1)) {
			if (at == start || at[-1] != ':')
				return false;
			length = sizeof(nameless) - 1;
		} else if (length && (at == start || !strchr(":~$", at[-1]))) {
			if (!is_of_language(at, length) && !is_lambda(start, at, length))
				return false;
		}
	}
	return true;
}

enum origin { ORIGIN_UNKNOWN, ORIGIN_LIKELY, ORIGIN_CERTAIN };

/* Of what begins at the address, by all its names. */
static enum origin origin_of(const struct image *image, uint64_t address)
{
	/* Of Google Benchmark 1.5 to 1.9, whatever the library of C++. */
	static const char *const unique[] = { "_ZN9benchmark8internal14UseCharPointerEPVKc",
		"_ZN9benchmark5State11PauseTimingEv", "_ZN9benchmark5State12ResumeTimingEv",
		"_ZN9benchmark5State17FinishKeepRunningEv", "_ZN9benchmark8ShutdownEv",
		"_ZN9benchmark8internal17BenchmarkFamilies11GetInstanceEv",
		"_ZN9benchmark8internal9Benchmark4UnitENS_8TimeUnitE",
		"_ZN9benchmark8internal9BenchmarkD2Ev",
		"_ZN9benchmark8internal15BenchmarkRunner15DoOneRepetitionEv",
		"_ZN9benchmark15IsColorTerminalEv", "_ZN9benchmark11BoolFromEnvEPKcb",
		"_ZN9benchmark13DoubleFromEnvEPKcd", "_ZN9benchmark6IsFlagEPKcS1_",
		"_ZN9benchmark12FittingCurveENS_4BigOE",
		"_ZN9benchmark15ConsoleReporter12PrintRunDataERKNS_17BenchmarkReporter3RunE",
		"_ZN9benchmark11CSVReporter12PrintRunDataERKNS_17BenchmarkReporter3RunE",
		"_ZN9benchmark12JSONReporter12PrintRunDataERKNS_17BenchmarkReporter3RunE",
		"_ZN9benchmark12JSONReporter8FinalizeEv",
		"_ZNK9benchmark17BenchmarkReporter3Run18GetAdjustedCPUTimeEv",
		"_ZN9benchmark17BenchmarkReporterD2Ev", "_ZN9benchmark20AppendHumanReadable*",
		"_ZN9benchmark12StrFormatImpEPKcP13__va_list_tag",
		"_ZN9benchmark7CPUInfo3GetEv", "_ZN9benchmark10SystemInfo3GetEv",
		"_ZN9benchmark15ProcessCPUUsageEv", "_ZN9benchmark14ThreadCPUUsageEv", NULL };
	static const char *const nameless[] = { "_GLOBAL__*", "__cxx_global_var_init*",
		"__clang_call_terminate", "_Z41__static_initialization_and_destruction_0*",
		NULL };
	size_t i = image_symbol_from(image, address);
	enum origin origin = ORIGIN_UNKNOWN;

	for (; i < image->symbol_count && image->symbols[i].address == address; i++) {
		const char *name = image->symbols[i].name;

		if (name && !image->symbols[i].file && symbol_is_one_of(name, unique))
			origin = ORIGIN_CERTAIN;
		else if (!name || (!symbol_is_one_of(name, nameless) && !trusted_words(name)))
			return ORIGIN_UNKNOWN;
		else if (!origin)
			origin = ORIGIN_LIKELY;
	}
	return origin;
}

/* Is it linked statically, from object files that compilers made? */
static bool holds_framework(const struct image *image)
{
	static const char *const linkers[] = { "<artificial>", "ld-temp.o", "*ltrans*", NULL };
	static const char run[] = "_ZN9benchmark22RunSpecifiedBenchmarks";

	for (size_t i = 0; i < image->origins.source_count; i++)
		if (symbol_is_one_of(image->origins.sources[i], linkers))
			return false;
	for (size_t i = 0; i < image->symbol_count; i++)
		if (image->symbols[i].name &&
			!strncmp(image->symbols[i].name, run, sizeof(run) - 1))
			return true;
	return false;
}

static void add(struct image *image, uint64_t address, bool *files, size_t *capacity)
{
	*ARRAY_ADD(image->origins.trusted, image->origins.trusted_count, *capacity) = address;
	for (size_t i = image_symbol_from(image, address);
		i < image->symbol_count && image->symbols[i].address == address; i++)
		files[image->symbols[i].file] = true;
}

void trusted_find(struct image *image)
{
	/* Of the library of C++, in templates whose members nobody else defines. */
	static const char *const tables[] = { "_ZZNKSt7__cxx1112regex_traitsIcE*", NULL };
	size_t count, capacity = 0, next, behind = 0; /* the last certain one of this row */
	const uint64_t *functions = image->unwind->functions;
	AUTO_FREE bool *files = NULL;

	if (!holds_framework(image))
		return;
	files = memory_zeroed(image->origins.source_count + 1, sizeof(*files));
	count = image->unwind->understood ? image->unwind->function_count : 0;
	for (size_t i = 0; i < count; i++) {
		enum origin origin = origin_of(image, functions[i]);

		if (origin == ORIGIN_CERTAIN) {
			for (next = behind ? behind : i; next <= i; next++)
				add(image, functions[next], files, &capacity);
			behind = i + 1;
		} else if (!origin) {
			behind = 0;
		}
	}
	for (size_t i = 0; i < image->symbol_count; i++)
		if ((image->symbols[i].file && files[image->symbols[i].file] &&
			    origin_of(image, image->symbols[i].address)) ||
			(image->symbols[i].name &&
				symbol_is_one_of(image->symbols[i].name, tables)))
			add(image, image->symbols[i].address, files, &capacity);
	image_sort_by_address(image->origins.trusted, image->origins.trusted_count,
		sizeof(*image->origins.trusted));
}

bool trusted_is(const struct image *image, uint64_t function)
{
	size_t i = image_first_from(image->origins.trusted, image->origins.trusted_count,
		sizeof(*image->origins.trusted), function);

	return i < image->origins.trusted_count && image->origins.trusted[i] == function;
}

bool trusted_reads_texts(const struct image *image, uint64_t function, const char *name)
{
	static const char *const globs[] = { "__assert_fail", "strlen", "str*cmp", "str*cpy",
		"str*cat", "str*spn", "strdup", "snprintf", "*__snprintf_chk", "puts", "fputs",
		"perror", "printf", "fprintf", "*__printf_chk", "*__fprintf_chk", "fopen",
		"fopen64", "getenv", "ato[fil]", "_ZSt*__throw_*", "_ZNSt3__1*__throw_*",
		"_ZStplIcSt11char_traitsIcESaIcEE*PK*",
		"_ZSt[en][qe]IcSt11char_traitsIcESaIcEEb*PK*", "_ZNSt11logic_errorC[12]EPKc",
		"_ZNSt12length_errorC[12]EPKc", "_ZNSt12domain_errorC[12]EPKc",
		"_ZNSt13runtime_errorC[12]EPKc",
		"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC[12]*EPKcRKS3_",
		"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
		"_ZN9benchmark5State*EPKc", "_ZN9benchmark8internal9Benchmark*EPKc", NULL };
	/* These give them back. */
	static const char *const getters[] = { "*13StringFromEnv*", "*14ParseFlagValue*",
		NULL };

	return symbol_is_one_of(name, globs) ||
	       (!strncmp(name, "_ZN9benchmark", 13) && trusted_is(image, function) &&
		       !symbol_is_one_of(name, getters));
}
