/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/tuned.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/base/atomic_file.h"
#include "harness/turn.h"

#define FIRST_LINE "# bdriver-tuned: 1"
/* The tuner chooses at most about 1000. The driver raises that to 20 steps of the clock, so
 * that this is enough for an iteration of 0.2 ns and a clock with steps of 10 us. */
#define ITERATIONS_MAX INT64_C(1000000)
/* Entries of turns have it before their key, as in the file. */
#define TURNS_WORD   "turns "
#define TURN_US_MAX  (BD_TURN_SLICE_NS / 1000)
#define TURN_US_BASE 100000

static char *beside(const char *log, const char *name)
{
	const char *slash = strrchr(log, '/');

	if (!slash)
		return memory_text(name);
	return memory_format("%.*s/%s", (int)(slash - log), log, name);
}

/* A key is one line without tabs in its parts; a name with control characters is not kept. */
static char *make_key(
	const struct tuned *tuned, const char *word, const char *suite, const char *benchmark)
{
	char *key = memory_format("%s%s\t%s\t%s", word, tuned->cpu_model, suite, benchmark);
	unsigned tabs = 0;

	for (const char *p = key; *p; p++) {
		tabs += *p == '\t';
		if (((unsigned char)*p < ' ' && *p != '\t') || tabs > 2) {
			free(key);
			return NULL;
		}
	}
	return key;
}

/* "SLICE_US SETTLE_US"; 0: they are none. */
static int64_t read_turns(const char *text, char **end)
{
	int64_t slice = strtoll(text, end, 10), settle;

	if (**end != ' ')
		return 0;
	settle = strtoll(*end, end, 10);
	return slice > TURN_US_MAX || settle < 0 || settle >= slice
		       ? 0
		       : slice * TURN_US_BASE + settle;
}

/* "ITERATIONS\tMODEL\tSUITE\tBENCHMARK", "turns SLICE_US SETTLE_US\tMODEL\tSUITE\tBENCHMARK".
 * A later entry replaces none. */
static void read_line(struct tuned *tuned, char *line)
{
	bool turns = !strncmp(line, TURNS_WORD, strlen(TURNS_WORD));
	AUTO_FREE char *key = NULL;
	char *end;
	int64_t n;

	line[strcspn(line, "\n")] = '\0';
	errno = 0;
	n = turns ? read_turns(line + strlen(TURNS_WORD), &end) : strtoll(line, &end, 10);
	if (!turns && (end == line || *end != '\t'))
		return;
	if (errno || n < 1 || (!turns && n > ITERATIONS_MAX) || *end != '\t') {
		tuned->refused++;
		return;
	}
	key = memory_format("%s%s", turns ? TURNS_WORD : "", end + 1);
	table_add(tuned->entries, key, (size_t)n, NULL);
}

static void read_file(struct tuned *tuned)
{
	FILE *in = atomic_file_read(tuned->path);
	char *line = NULL;
	size_t capacity = 0;

	if (!in)
		return;
	if (getline(&line, &capacity, in) > 0 && strcmp(line, FIRST_LINE "\n") != 0)
		tuned->refused++;
	else
		while (getline(&line, &capacity, in) > 0)
			read_line(tuned, line);
	free(line);
	fclose(in);
}

void tuned_open(struct tuned *tuned, const char *log, const char *cpu_model)
{
	*tuned = (struct tuned){ .path = beside(log, TUNED_FILE),
		.cpu_model = memory_text(cpu_model),
		.entries = table_new(),
		.doubted = table_new() };
	read_file(tuned);
}

void tuned_release(struct tuned *tuned)
{
	free(tuned->path);
	free(tuned->cpu_model);
	table_free(tuned->entries);
	table_free(tuned->doubted);
	*tuned = (struct tuned){ 0 };
}

int64_t tuned_find(const struct tuned *tuned, const char *suite, const char *benchmark)
{
	AUTO_FREE char *key = make_key(tuned, "", suite, benchmark);
	size_t *value = key && !table_find(tuned->doubted, key)
				? table_find(tuned->entries, key)
				: NULL;

	return value ? (int64_t)*value : 0;
}

void tuned_doubt(struct tuned *tuned, const char *suite, const char *benchmark)
{
	AUTO_FREE char *key = make_key(tuned, "", suite, benchmark);

	if (key)
		table_add(tuned->doubted, key, 0, NULL);
}

void tuned_set(
	struct tuned *tuned, const char *suite, const char *benchmark, int64_t iterations)
{
	AUTO_FREE char *key = make_key(tuned, "", suite, benchmark);
	size_t *value;
	int added = 0;

	if (key && iterations > 0 && iterations <= ITERATIONS_MAX) {
		value = table_add(tuned->entries, key, (size_t)iterations, &added);
		if (table_find(tuned->doubted, key) && *value != (size_t)iterations) {
			*value = (size_t)iterations;
			added = 1;
		}
	}
	tuned->changes += (size_t)added;
}

struct turn_length tuned_turns(
	const struct tuned *tuned, const char *suite, const char *benchmark)
{
	AUTO_FREE char *key = make_key(tuned, TURNS_WORD, suite, benchmark);
	size_t *value = key ? table_find(tuned->entries, key) : NULL;

	if (!value)
		return (struct turn_length){ 0 };
	return (struct turn_length){ (int64_t)(*value / TURN_US_BASE) * 1000,
		(int64_t)(*value % TURN_US_BASE) * 1000 };
}

void tuned_set_turns(struct tuned *tuned, const char *suite, const char *benchmark,
	struct turn_length length)
{
	AUTO_FREE char *key = make_key(tuned, TURNS_WORD, suite, benchmark);
	int added = 0;

	if (key)
		table_add(tuned->entries, key,
			(size_t)(length.slice_ns / 1000 * TURN_US_BASE +
				 length.settle_ns / 1000),
			&added);
	tuned->changes += (size_t)added;
}

static void write_entry(const char *key, size_t value, void *ctx)
{
	size_t word = strlen(TURNS_WORD);

	if (strncmp(key, TURNS_WORD, word) != 0)
		fprintf(ctx, "%zu\t%s\n", value, key);
	else
		fprintf(ctx, TURNS_WORD "%zu %zu\t%s\n", value / TURN_US_BASE,
			value % TURN_US_BASE, key + word);
}

int tuned_save(struct tuned *tuned, struct err *e)
{
	struct atomic_file kept;

	if (!tuned->changes)
		return 0;
	/* Another run may have saved meanwhile. */
	read_file(tuned);
	if (atomic_file_begin(&kept, tuned->path, e) < 0)
		return -1;
	fputs(FIRST_LINE "\n", kept.out);
	table_each(tuned->entries, write_entry, kept.out);
	tuned->changes = 0;
	return atomic_file_end(&kept, e);
}
