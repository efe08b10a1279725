/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/calibration.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/table.h"
#include "driver/base/atomic_file.h"
#include "driver/base/path.h"

#define FIRST_LINE "# bdriver-calibration: 1"
#define HEADER                                                                      \
	"run\twhen\tworkers\trounds\tnoise\tsmallest_8\tsmallest_20\tchanged\tcpu_" \
	"model\tsuite\t"                                                            \
	"benchmark"

enum column {
	RUN,
	WHEN,
	WORKERS,
	ROUNDS,
	NOISE,
	SMALLEST_8,
	SMALLEST_20,
	CHANGED,
	CPU_MODEL,
	SUITE,
	BENCHMARK,
	COLUMNS
};

/* The cells point into *line. */
static bool split(char *line, char **cells)
{
	for (size_t n = 0; n < COLUMNS; n++)
		if (!(cells[n] = strsep(&line, "\t")))
			return false;
	return !line;
}

/* Empty: not known. */
static bool read_number(const char *cell, double *value)
{
	*value = NAN;
	if (strcmp(cell, "inf") == 0)
		*value = INFINITY;
	else if (*cell)
		return number_parse(cell, strlen(cell), value) && *value >= 0;
	return true;
}

static void read_entry(struct calibration *c, const char *text)
{
	AUTO_FREE char *line = memory_text(text);
	char *cells[COLUMNS];
	struct calibration_entry entry = { .when = "" };
	double workers, rounds;

	if (!split(line, cells) || !read_number(cells[WORKERS], &workers) ||
		!read_number(cells[ROUNDS], &rounds) || !(rounds < 1e6) ||
		!read_number(cells[NOISE], &entry.noise) ||
		!read_number(cells[SMALLEST_8], &entry.smallest_8) ||
		!read_number(cells[SMALLEST_20], &entry.smallest_20))
		return;
	if (strcmp(cells[CPU_MODEL], c->cpu_model) != 0 || workers != c->workers) {
		string_list_add(&c->others, text);
		return;
	}
	snprintf(entry.run, sizeof(entry.run), "%s", cells[RUN]);
	snprintf(entry.when, sizeof(entry.when), "%s", cells[WHEN]);
	entry.rounds = (unsigned)rounds;
	entry.changed = strcmp(cells[CHANGED], "1") == 0;
	entry.suite = cells[SUITE];
	entry.benchmark = cells[BENCHMARK];
	calibration_set(c, &entry);
}

static void read_calibration(struct calibration *c)
{
	FILE *in = atomic_file_read(c->path);
	AUTO_FREE char *line = NULL;
	size_t capacity = 0;

	for (int n = 0; in && getline(&line, &capacity, in) > 0; n++) {
		line[strcspn(line, "\n")] = '\0';
		if (n < 2 && strcmp(line, n ? HEADER : FIRST_LINE) != 0)
			break;
		if (n >= 2)
			read_entry(c, line);
	}
	if (in)
		fclose(in);
}

void calibration_open(
	struct calibration *c, const char *folder, const char *cpu_model, unsigned workers)
{
	*c = (struct calibration){ .path = memory_format("%s/%s", folder, CALIBRATION_FILE),
		.cpu_model = memory_text(cpu_model),
		.workers = workers,
		.index = table_new() };
	read_calibration(c);
}

void calibration_open_beside(struct calibration *c, const struct log *log)
{
	const char *model = log_meta(log, "cpu_model"), *workers = log_meta(log, "workers");
	AUTO_FREE char *folder = path_folder(log->path);
	unsigned count = workers ? (unsigned)strtoul(workers, NULL, 10) : 0;
	AUTO_FREE char *above = memory_format("%s/..", folder);
	struct calibration beside;

	calibration_open(&beside, folder, model ? model : "", count);
	if (beside.count) {
		*c = beside;
	} else {
		calibration_release(&beside);
		calibration_open(c, above, model ? model : "", count);
	}
}

void calibration_release(struct calibration *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free(c->entries[i].suite);
		free(c->entries[i].benchmark);
	}
	string_list_release(&c->others);
	free(c->entries);
	free(c->path);
	free(c->cpu_model);
	table_free(c->index);
	*c = (struct calibration){ 0 };
}

const struct calibration_entry *calibration_find(
	const struct calibration *c, const char *suite, const char *benchmark)
{
	AUTO_FREE char *key = memory_format("%s\t%s", suite, benchmark);
	size_t *at = table_find(c->index, key);

	return at ? &c->entries[*at] : NULL;
}

/* The file is lines with tabs: a name with a control character is not kept. */
static bool is_plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ')
			return false;
	return true;
}

void calibration_set(struct calibration *c, const struct calibration_entry *entry)
{
	AUTO_FREE char *key = memory_format("%s\t%s", entry->suite, entry->benchmark);
	struct calibration_entry fresh;
	size_t at;

	if (is_plain(entry->suite) && is_plain(entry->benchmark)) {
		at = *table_add(c->index, key, c->count, NULL);
		if (at == c->count) {
			*ARRAY_ADD(c->entries, c->count, c->capacity) =
				(struct calibration_entry){ 0 };
		}
		assert(c->entries && at < c->count);
		fresh = *entry;
		fresh.suite = memory_text(entry->suite);
		fresh.benchmark = memory_text(entry->benchmark);
		/* The entry may be the one that is replaced. */
		free(c->entries[at].suite);
		free(c->entries[at].benchmark);
		c->entries[at] = fresh;
	}
}

static const char *parse_number(char *text, size_t size, double value)
{
	*text = '\0';
	if (isinf(value))
		return "inf";
	if (!isnan(value))
		snprintf(text, size, "%.6g", value);
	return text;
}

static void write_calibrated(
	const struct calibration *c, const struct calibration_entry *entry, FILE *out)
{
	char noise[32], smallest_8[32], smallest_20[32];

	fprintf(out, "%s\t%s\t%u\t%u\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", entry->run, entry->when,
		c->workers, entry->rounds, parse_number(noise, sizeof(noise), entry->noise),
		parse_number(smallest_8, sizeof(smallest_8), entry->smallest_8),
		parse_number(smallest_20, sizeof(smallest_20), entry->smallest_20),
		entry->changed, c->cpu_model, entry->suite, entry->benchmark);
}

int calibration_save(const struct calibration *c, struct err *e)
{
	struct atomic_file kept;

	if (atomic_file_begin(&kept, c->path, e) < 0)
		return -1;
	fputs(FIRST_LINE "\n" HEADER "\n", kept.out);
	for (size_t i = 0; i < c->others.count; i++)
		fprintf(kept.out, "%s\n", c->others.items[i]);
	for (size_t i = 0; i < c->count; i++)
		write_calibrated(c, &c->entries[i], kept.out);
	return atomic_file_end(&kept, e);
}
