/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/formats/results.h"
#include "compare/formats/writer.h"

#include <ctype.h>
#include <string.h>

/*
 * Text as `go test -bench` writes it, for benchstat. Each launch is a process of its own: a
 * block that begins with "pkg: SUITE" and ends with PASS; the samples of a single launch stand
 * in one block. A name may hold no blank, and its first letter no lower case: both become "_".
 */
static void put_name(FILE *out, const char *name)
{
	fputs(islower((unsigned char)*name) ? "Benchmark_" : "Benchmark", out);
	for (; *name; name++)
		fputc(isspace((unsigned char)*name) || iscntrl((unsigned char)*name) ? '_'
										     : *name,
			out);
}

static void put_value(FILE *out, const char *name, const struct launch *launch, double ns)
{
	char number[NUMBER_TEXT_MAX];

	number_print(number, ns);
	put_name(out, name);
	fprintf(out, "\t%lld\t%s ns/op\n",
		(long long)(launch->iterations > 0 ? launch->iterations : 1), number);
}

/* "pkg:" of another suite; control characters become blanks. */
static void begin_suite(FILE *out, const char *suite, const char **open)
{
	if (*open && strcmp(*open, suite) == 0)
		return;
	if (*open)
		fputs("PASS\n", out);
	*open = suite;
	fputs("pkg: ", out);
	for (; *suite; suite++)
		fputc(iscntrl((unsigned char)*suite) ? ' ' : *suite, out);
	fputc('\n', out);
}

static void put_failure(FILE *out, const char *name, const struct launch *failure)
{
	fprintf(out, "--- %s: ", failure->status == OUTCOME_SKIPPED ? "SKIP" : "FAIL");
	put_name(out, name);
	fputc('\n', out);
}

/* The values of one block; false if no benchmark has any. */
static bool put_block(
	FILE *out, const struct log *log, const struct results *results, size_t block)
{
	const char *open = NULL;

	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];
		const struct results *r = &results[i];
		size_t from = r->of_launches || block == 0 ? block : r->count;
		size_t to = r->of_launches && from < r->count ? from + 1 : r->count;
		bool failed = block == 0 && !r->count && r->failure;

		if (from >= to && !failed)
			continue;
		begin_suite(out, b->suite, &open);
		for (size_t k = from; k < to; k++)
			put_value(out, b->name, r->launch[k], r->ns[k]);
		if (failed)
			put_failure(out, b->name, r->failure);
	}
	if (open)
		fputs("PASS\n", out);
	return open;
}

static void write_go(const struct log *log, FILE *out)
{
	AUTO_FREE struct results *results =
		memory_zeroed(log->benchmark_count, sizeof(*results));
	size_t block = 0;

	for (size_t i = 0; i < log->benchmark_count; i++)
		results_of(&results[i], &log->benchmarks[i]);
	fputs("goos: linux\n", out);
	while (put_block(out, log, results, block))
		block++;
	for (size_t i = 0; i < log->benchmark_count; i++)
		results_release(&results[i]);
}

const struct writer writer_go = {
	.name = "go",
	.failures = true,
	.write = write_go,
};
