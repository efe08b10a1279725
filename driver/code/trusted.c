/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: names tell. The framework defines each of these functions, so no user can, but for
 * what is in no name, of which the file tells. Users do not add to namespace std; templates
 * with their types name these; and copies of a function that the compiler made for one caller
 * may hold code of that caller. If the linker compiled the program, any function may.
 */
#include "driver/code/trusted.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/symbols.h"

static bool is_word(const char *at, size_t length, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == length && !strncmp(*words, at, length))
			return true;
	return false;
}

/* What has a name in namespace benchmark. */
static bool is_of_framework(const char *at, size_t length)
{
	static const char *const names[] = { "internal", "AddCustomContext",
		"AppendHumanReadable", "Barrier", "Benchmark", "BenchmarkName",
		"BenchmarkReporter", "BigO", "BoolFromEnv", "CPUInfo", "CSVReporter",
		"ClearRegisteredBenchmarks", "ColorPrintf", "ComputeBigO", "ComputeStats",
		"ConsoleReporter", "Counter", "CreateDefaultDisplayReporter",
		"CreateDenseRange", "CreateRange", "CsvEscape", "DoubleFromEnv", "FittingCurve",
		"Fixture", "FormatString", "FormatTime", "GetBenchmarkFilter",
		"GetBenchmarkVerbosity", "GetBenchmarkVersion", "GetBigOString",
		"GetDefaultTimeUnit", "HumanReadableNumber", "IgnoreColorPrint", "Initialize",
		"Int32FromEnv", "IsColorTerminal", "IsFlag", "IsTruthyFlagValue",
		"JSONReporter", "KvPairsFromEnv", "LocalDateTimeString", "LogColor",
		"MaybeReenterWithoutASLR", "MemoryManager", "MinimalLeastSq", "MutexLock",
		"ParseBoolFlag", "ParseDoubleFlag", "ParseFlagValue", "ParseInt32Flag",
		"ParseKeyValueFlag", "ParseStringFlag", "PrintDefaultHelp", "ProcessCPUUsage",
		"ProfilerManager", "Regex", "RegisterMemoryManager", "RegisterProfilerManager",
		"ReportUnrecognizedArguments", "RunSpecifiedBenchmarks", "SetBenchmarkFilter",
		"SetDefaultTimeUnit", "Shutdown", "SleepForMicroseconds",
		"SleepForMilliseconds", "SleepForSeconds", "Sqr", "Sqrt", "State",
		"StatisticUnit", "StatisticsCV", "StatisticsMean", "StatisticsMedian",
		"StatisticsStdDev", "StatisticsSum", "StrCat", "StrFormat", "StrFormatImp",
		"StrSplit", "StringFromEnv", "SumSquares", "SystemInfo", "ThreadCPUUsage",
		"ThreadRunnerBase", "TimeUnit", "kDefaultMinTimeStr", NULL };

	return !strncmp(at, "FLAGS_benchmark_", 16) || is_word(at, length, names);
}

/* No word that a user has chosen. */
static bool is_of_language(const char *at, size_t length)
{
	static const char *const words[] = { "std", "benchmark", "void", "bool", "char",
		"wchar_t", "char8_t", "char16_t", "char32_t", "short", "int", "long",
		"unsigned", "signed", "float", "double", "const", "volatile", "decltype",
		"auto", "operator", "true", "false", "clone", "non", "virtual", "thunk", "to",
		NULL };

	/* Users have none that begin so. */
	return !strncmp(at, "__", 2) || strchr("0123456789", *at) || is_word(at, length, words);
}

/* That of a function of a known name: users have some outside of functions. */
static bool is_lambda(const char *start, const char *at, size_t length)
{
	return length == 6 && !strncmp(at, "lambda", length) && at - start > 1 && at[-2] == ':';
}

static bool has_only_known_words(const char *start, bool known_file)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
					 "0123456789";
	static const char nameless[] = "(anonymous namespace)", framework[] = "benchmark::";
	const char *at = start, *scope = NULL; /* the first name in it is the framework's */

	for (size_t length; *at; at += length ? length : 1) {
		length = strspn(at, characters);
		if (*at == '[') {
			length = strcspn(at, "]");
		} else if (!strncmp(at, nameless, sizeof(nameless) - 1)) {
			if (!known_file || at == start || at[-1] != ':')
				return false;
			length = sizeof(nameless) - 1;
		} else if (length && at == scope) {
			if (!is_of_framework(at, length))
				return false;
		} else if (length && (at == start || at[-1] != ':')) {
			if (!is_of_language(at, length) && !is_lambda(start, at, length))
				return false;
			if (!strncmp(at, framework, sizeof(framework) - 1))
				scope = at + sizeof(framework) - 1;
		}
	}
	return true;
}

bool trusted_is(const char *name, const char *source)
{
	static const char *const globs[] = { "_ZN9benchmark*", "_ZNK9benchmark*",
		"_ZZN9benchmark*", "_ZZNK9benchmark*", "_ZNSt*", "_ZNKSt*", "_ZZNSt*",
		"_ZZNKSt*", "_ZSt*", "_ZNS[absiod]*", "_ZNKS[absiod]*", "_ZN9__gnu_cxx*",
		NULL };
	static const char *const files[] = { "benchmark.cc", "benchmark_api_internal.cc",
		"benchmark_name.cc", "benchmark_register.cc", "benchmark_runner.cc",
		"colorprint.cc", "commandlineflags.cc", "complexity.cc", "console_reporter.cc",
		"counter.cc", "csv_reporter.cc", "json_reporter.cc", "perf_counters.cc",
		"reporter.cc", "sleep.cc", "statistics.cc", "string_util.cc", "sysinfo.cc",
		"timers.cc", NULL };
	const char *copy = name ? strchr(name, '.') : NULL;
	static const char constructor[] = "_GLOBAL__sub_I_"; /* of the object's file */
	AUTO_FREE char *shown = NULL;

	if (name && !strncmp(name, constructor, sizeof(constructor) - 1))
		name += sizeof(constructor) - 1;
	if (!name || (copy && strcmp(copy, ".cold") != 0) || !symbol_is_one_of(name, globs))
		return false;
	shown = symbol_shown(name);
	return has_only_known_words(shown, symbol_is_one_of(source, files));
}

bool trusted_reads_texts(const char *name)
{
	static const char *const globs[] = { "__assert_fail", "strlen", "str*cmp", "str*cpy",
		"str*cat", "str*spn", "strdup", "snprintf", "*__snprintf_chk", "puts", "fputs",
		"perror", "printf", "fprintf", "*__printf_chk", "*__fprintf_chk", "fopen",
		"fopen64", "getenv", "ato[fil]", "_ZSt*__throw_*",
		"_ZStplIcSt11char_traitsIcESaIcEE*PK*",
		"_ZSt[en][qe]IcSt11char_traitsIcESaIcEEb*PK*", "_ZNSt*errorC[12]EPKc",
		"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC[12]*EPKcRKS3_",
		"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", NULL };

	return symbol_is_one_of(name, globs) ||
	       (!strncmp(name, "_ZN9benchmark", 13) && trusted_is(name, ""));
}

bool trusted_holds_framework(const struct image *image)
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
