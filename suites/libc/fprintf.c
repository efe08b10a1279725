/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/lines.h"

#define ROWS 400

/* Writes 400 rows of two numbers and a word over what the file held before. */
static void run(struct bd *b, uint64_t n)
{
	struct lines *s = b->state;
	uint64_t bytes = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t seed = 28;

		bytes = 0;
		rewind(s->file);
		for (unsigned k = 0; k < ROWS; k++)
			bytes += (uint64_t)fprintf(
				s->file, "%u,%s,%04x\n", k * 37, some_word(&seed), k);
		fflush(s->file);
		bd_keep(bytes);
	}
	bd_result(b, bytes);
}

/* Reads the rows back. */
static int verify(struct bd *b)
{
	struct lines *s = b->state;
	uint64_t seed = 28, bytes = 0;

	rewind(s->file);
	for (unsigned k = 0; k < ROWS; k++) {
		char line[128], *rest = line;
		const char *word = some_word(&seed);

		if (!fgets(line, sizeof(line), s->file))
			return bd_wrong(b, "row %u is missing", k);
		if (strtoul(rest, &rest, 10) != k * 37 || *rest++ != ',' ||
			strncmp(rest, word, strlen(word)) != 0 ||
			strtoul(rest + strlen(word) + 1, NULL, 16) != k)
			return bd_wrong(b, "row %u is %s", k, line);
		bytes += strlen(line);
	}
	return bd_expect(b, bytes);
}

BD_BENCHMARK("FprintfRows", run, .tags = "stdio,file,format", .setup = lines_setup,
	.teardown = lines_teardown, .verify = verify, .items = ROWS)
