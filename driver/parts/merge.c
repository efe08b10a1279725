/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/parts/merge.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/log/merge.h"
#include "compare/log/write.h"
#include "compare/stats/quantile.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/units.h"
#include "driver/parts/part.h"

/*
 * All heads are read and compared first, so that a part that does not fit is refused before
 * anything is written. Then the logs are written build by build, each as FILE.part, and get
 * their names when all are whole.
 */

struct merging {
	struct merge *merge;
	struct part *parts; /* by replica, then by number */
	size_t count;
};

static int by_number(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return x->replica != y->replica ? (x->replica > y->replica) - (x->replica < y->replica)
					: (x->shard.number > y->shard.number) -
						  (x->shard.number < y->shard.number);
}

/* Options and builds that must be the same, or the key of a suite that ends so. */
static bool must_agree(const char *key)
{
	static const char *const keys[] = { "version", "profile", "rounds", "launch_time_ns",
		"config_hash", "layout", "interleave", ".build_id", ".hash", ".adapter" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (part_key_is(key, keys[i]))
			return true;
	return false;
}

static int check_keys(
	const struct part *first, const struct part *part, size_t build, struct err *e)
{
	const struct part_log *a = &first->logs[build], *b = &part->logs[build];

	if (strcmp(a->build, b->build) != 0)
		return bd_err(e, "%s has the build %s, and %s has %s", part->name, b->build,
			first->name, a->build);
	if (strcmp(a->header, b->header) != 0)
		return bd_err(e, "%s has columns of another version of bdriver than %s",
			b->path, a->path);
	for (size_t k = 0; k < a->keys.count; k++) {
		const char *key = a->keys.items[k], *value = part_meta(b, key);

		if (must_agree(key) && (!value || strcmp(value, part_meta(a, key)) != 0))
			return bd_err(e,
				"%s and %s are not parts of one run: their %s is not the same "
				"(%s, %s)",
				first->name, part->name, key, part_meta(a, key),
				value ? value : "none");
	}
	return 0;
}

static int check_fits(const struct part *first, const struct part *part, struct err *e)
{
	const struct shard *a = &first->shard, *b = &part->shard;
	int rc = 0;

	if (a->count != b->count)
		return bd_err(e,
			"%s is part %u of %u, and %s is part %u of %u: of one run all "
			"have the same number",
			first->name, a->number, a->count, part->name, b->number, b->count);
	if (first->log_count != part->log_count)
		return bd_err(e, "%s has %zu builds, and %s has %zu", first->name,
			first->log_count, part->name, part->log_count);
	for (size_t i = 0; !rc && i < part->log_count; i++)
		rc = check_keys(first, part, i, e);
	if (!rc && (a->benchmarks != b->benchmarks || a->list != b->list))
		rc = bd_err(e, "%s and %s selected other benchmarks: %zu and %zu", first->name,
			part->name, a->benchmarks, b->benchmarks);
	return rc;
}

static int check_replica(const struct part *a, const struct part *b, bool wanted, struct err *e)
{
	const char *started = part_meta(&a->logs[0], "started");
	const char *other = part_meta(&b->logs[0], "started");

	if (!wanted)
		return bd_err(e,
			"%s and %s are both part %u of %u; give --replicas if two machines "
			"measured the same part on purpose",
			a->name, b->name, b->shard.number, b->shard.count);
	return strcmp(a->node, b->node) != 0 || !started || !other ||
			       strcmp(started, other) != 0
		       ? 0
		       : bd_err(e, "%s is a copy of %s: remove one of them", b->name, a->name);
}

/* Numbers replicas; without --replicas there is one of each part. */
static int number_replicas(struct merging *m, struct err *e)
{
	for (size_t i = 0; i < m->count; i++)
		for (size_t k = 0; k < i; k++) {
			if (m->parts[k].shard.number != m->parts[i].shard.number)
				continue;
			m->parts[i].replica++;
			if (check_replica(&m->parts[k], &m->parts[i], m->merge->replicas, e))
				return -1;
		}
	qsort(m->parts, m->count, sizeof(*m->parts), by_number);
	return 0;
}

static int read_parts(struct merging *m, char *const *paths, size_t count, struct err *e)
{
	for (size_t i = 0; i < count; i++) {
		struct part *part = &m->parts[m->count];
		enum part_state state = part_read(part, paths[i], e);

		if (state == PART_BAD) {
			part_release(part);
			return -1;
		}
		if (state == PART_INTERRUPTED) {
			string_list_add(&m->merge->missing, e->text);
			part_release(part);
			continue;
		}
		m->count++;
		if (check_fits(&m->parts[0], part, e))
			return -1;
	}
	return m->count ? number_replicas(m, e)
			: bd_err(e, "no part is complete: %s", m->merge->missing.items[0]);
}

static void find_missing(struct merging *m)
{
	const struct shard *shard = &m->parts[0].shard;
	AUTO_FREE bool *has = memory_zeroed(shard->count, sizeof(*has));

	for (size_t i = 0; i < m->count; i++)
		has[m->parts[i].shard.number - 1] = true;
	for (unsigned i = 0; i < shard->count; i++) {
		size_t lost = shard->benchmarks / shard->count +
			      (i < shard->benchmarks % shard->count);

		if (!has[i] && lost)
			string_list_addf(&m->merge->missing,
				"part %u of %u is missing: %zu benchmark%s", i + 1,
				shard->count, lost, PLURAL(lost));
	}
	m->merge->parts = shard->count;
	m->merge->benchmarks = shard->benchmarks;
}

static void judge_nodes(struct merging *m)
{
	AUTO_FREE const char **nodes = memory_zeroed(2 * m->count, sizeof(*nodes));
	AUTO_FREE double *times = memory_zeroed(2 * m->count, sizeof(*times));
	size_t count = 0;

	for (size_t i = 0; i < m->count; i++) {
		string_list_add_once(&m->merge->nodes, m->parts[i].node);
		for (size_t k = 0; k < 2; k++)
			if (m->parts[i].reference_ns[k] > 0) {
				nodes[count] = m->parts[i].node;
				times[count++] = m->parts[i].reference_ns[k];
			}
	}
	node_health_of(&m->merge->health, nodes, times, count);
}

static int put_findings(const struct merge *merge, struct log_writer *writer, struct err *e)
{
	AUTO_FREE char *missing = string_list_join(&merge->missing, "; ");
	int rc = *missing ? log_writer_meta(writer, MERGE_MISSING, missing, e) : 0;

	for (size_t i = 0; !rc && i < merge->health.off.count; i++) {
		AUTO_FREE char *key = memory_format("node.%s.off", merge->health.off.items[i]);

		rc = log_writer_meta(writer, key, merge->health.what.items[i], e);
	}
	return rc;
}

/* Where a cell of a row begins; NULL: it has fewer. */
static const char *find_cell(const char *row, unsigned cell)
{
	bool quoted = false;

	for (; cell && *row; row++) {
		quoted ^= *row == '"';
		cell -= !quoted && *row == ',';
	}
	return cell ? NULL : row;
}

/* The row as it stands, but of a replica its round is behind those of the one before. */
static void put_row(struct log_line *out, const char *row, size_t size, uint64_t more)
{
	const char *round = more ? find_cell(row, COLUMN_ROUND) : NULL;
	char number[32];
	char *end;

	if (round) {
		snprintf(number, sizeof(number), "%llu",
			(unsigned long long)(more + strtoull(round, &end, 10)));
		log_line_put_bytes(out, row, (size_t)(round - row));
		log_line_put(out, number);
		size -= (size_t)(end - row);
		row = end;
	}
	log_line_put_bytes(out, row, size);
	log_line_put(out, "\n");
}

/* Rows go on in pieces of this size. */
#define PIECE ((size_t)1 << 20)

static int put_rows(
	const struct part *part, size_t build, struct log_writer *writer, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	AUTO(log_line_release) struct log_line out = { 0 };
	size_t rows = 0;
	bool header = false;
	int more = lines_open(&lines, part->logs[build].path, e);

	while (!more && (more = lines_next(&lines, e)) > 0) {
		more = 0;
		if (*lines.text == '#')
			continue;
		if (header) {
			put_row(&out, lines.text, lines.size,
				(uint64_t)part->replica * MERGE_ROUNDS);
			rows++;
		}
		header = true;
		if (out.size >= PIECE) {
			more = log_writer_rows(writer, out.text, out.size, rows, e);
			out.size = rows = 0;
		}
	}
	if (!more && rows)
		more = log_writer_rows(writer, out.text, out.size, rows, e);
	return more;
}

/* As FILE.part. */
static int write_log(struct merging *m, size_t build, const char *path, struct err *e)
{
	struct log_writer writer = { .extra = LOG_NODE };
	int rc;

	unlink(path);
	rc = log_writer_create(&writer, path, e);
	if (!rc)
		rc = part_heads_write(m->parts, m->count, build, &writer, e) ||
				     put_findings(m->merge, &writer, e) ||
				     log_writer_header(&writer, e)
			     ? -1
			     : 0;
	for (size_t i = 0; !rc && i < m->count; i++)
		rc = put_rows(&m->parts[i], build, &writer, e);
	m->merge->rows += writer.rows;
	if (!rc)
		rc = log_writer_end(&writer, e);
	log_writer_release(&writer);
	return rc;
}

/* OUTPUT/old.log, or OUTPUT itself of one build without a name; the caller frees it. */
static char *log_path(const struct merging *m, size_t build)
{
	const char *name = m->parts[0].logs[build].build;

	return *name ? memory_format("%s/%s.log", m->merge->output, name)
		     : memory_text(m->merge->output);
}

static int refuse_existing(const struct merging *m, struct err *e)
{
	for (size_t b = 0; b < m->parts[0].log_count; b++) {
		AUTO_FREE char *path = log_path(m, b);

		if (!m->merge->force && !access(path, F_OK))
			return bd_err(e, "%s exists already; give --force to replace it", path);
	}
	return 0;
}

static int write_logs(struct merging *m, struct err *e)
{
	size_t builds = m->parts[0].log_count;
	int rc = 0;

	if (*m->parts[0].logs[0].build && path_make_folder(m->merge->output, 0777, e))
		return -1;
	for (size_t b = 0; !rc && b < builds; b++) {
		AUTO_FREE char *path = log_path(m, b), *part = memory_format("%s.part", path);

		rc = write_log(m, b, part, e);
	}
	for (size_t b = 0; b < builds; b++) {
		AUTO_FREE char *path = log_path(m, b), *part = memory_format("%s.part", path);

		if (rc)
			unlink(part);
		else if (rename(part, path))
			rc = bd_err(e, "%s: cannot be renamed to %s: %s", part, path,
				strerror(errno));
	}
	return rc;
}

int merge_parts(struct merge *merge, char *const *paths, size_t count, struct err *e)
{
	struct merging m = { .merge = merge, .parts = memory_zeroed(count, sizeof(*m.parts)) };
	int code = read_parts(&m, paths, count, e) || refuse_existing(&m, e) ? EXIT_USAGE : 0;

	if (!code) {
		find_missing(&m);
		judge_nodes(&m);
		code = write_logs(&m, e) ? EXIT_WRITE : 0;
	}
	for (size_t i = 0; i < m.count; i++)
		part_release(&m.parts[i]);
	free(m.parts);
	return code;
}

void merge_release(struct merge *merge)
{
	string_list_release(&merge->missing);
	string_list_release(&merge->nodes);
	node_health_release(&merge->health);
}

int merged_warn(const struct merge *merge)
{
	for (size_t i = 0; i < merge->health.off.count; i++)
		message_warning("machine %s: %s", merge->health.off.items[i],
			merge->health.what.items[i]);
	for (size_t i = 0; i < merge->missing.count; i++)
		message_warning("%s", merge->missing.items[i]);
	return merge->missing.count ? EXIT_UNMEASURED : EXIT_FINE;
}

int merged_make(struct merged *merged, char *const *parts, int count)
{
	struct err e;
	int code;

	if (scratch_make(&merged->scratch, NULL, "merge", &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	merged->folder = memory_format("%s/out", merged->scratch.folder);
	merged->merge.output = merged->folder;
	code = merge_parts(&merged->merge, parts, (size_t)count, &e);
	return code ? message_error(code, "%s", e.text) : merged_warn(&merged->merge);
}

void merged_release(struct merged *merged)
{
	merge_release(&merged->merge);
	scratch_release(&merged->scratch);
	free(merged->folder);
	*merged = (struct merged){ 0 };
}

static double level_of(
	const char *node, const char *const *nodes, const double *times, size_t count)
{
	AUTO_FREE double *own = memory_zeroed(count, sizeof(*own));
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (!strcmp(nodes[i], node))
			own[n++] = times[i];
	return quantile_median_of(own, n);
}

void node_health_of(
	struct node_health *h, const char *const *nodes, const double *times, size_t count)
{
	AUTO_FREE double *levels = memory_zeroed(count + 1, sizeof(*levels));
	AUTO(string_list_release) struct string_list all = { 0 };
	double median, limit;

	*h = (struct node_health){ 0 };
	for (size_t i = 0; i < count; i++)
		string_list_add_once(&all, nodes[i]);
	if (all.count < NODE_HEALTH_NODES)
		return;
	string_list_sort(&all);
	for (size_t i = 0; i < all.count; i++)
		levels[i] = level_of(all.items[i], nodes, times, count);
	median = quantile_median_of(levels, all.count);
	limit = fmax(
		NODE_HEALTH_MADS * QUANTILE_MAD_SCALE * quantile_mad(levels, all.count, median),
		NODE_HEALTH_LEAST * median);
	for (size_t i = 0; i < all.count; i++) {
		double change = levels[i] / median - 1;

		if (fabs(levels[i] - median) <= limit)
			continue;
		string_list_add(&h->off, all.items[i]);
		string_list_addf(&h->what,
			"its reference work takes %.0f %% %s than on the median machine",
			100 * fabs(change), change > 0 ? "longer" : "less");
	}
}

void node_health_release(struct node_health *h)
{
	string_list_release(&h->off);
	string_list_release(&h->what);
}
