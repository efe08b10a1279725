/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/merge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/escape.h"
#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/log/cells.h"
#include "driver/pool/attempts.h"
#include "driver/pool/node_facts.h"
#include "driver/pool/part.h"

/* Rows are passed on in pieces of this size. */
#define PIECE ((size_t)1 << 20)

struct merging {
	struct pool_merge *merge;
	struct node_facts facts;
	struct cells cells;
	char *line; /* a copy of a row, which is split in place */
	size_t line_capacity;
	char *header;
	size_t columns; /* of it */
	/* Of a shard: its blocks, and rows that there are. */
	struct table *blocks, *rows;
	unsigned *seen; /* builds with a row, of each block */
	unsigned shard;
};

static int bad_part(const struct merging *m, const char *what, struct err *e)
{
	return bd_err(e, "%s/done: the part of shard %u %s", m->merge->folder, m->shard, what);
}

/* A row must be of the plan, and there only once. */
static int check_row(struct merging *m, size_t build, struct err *e)
{
	static const int key_cells[] = { COLUMN_STAGE, COLUMN_ROUND, COLUMN_ATTEMPT,
		COLUMN_ITERATIONS };
	const struct cell *cells = m->cells.list;
	const size_t *block = table_find_benchmark(
		m->blocks, cells[COLUMN_SUITE].text, cells[COLUMN_BENCHMARK].text, NULL);
	char key[128];
	size_t used = 0;
	int added;

	if (!block || strcmp(cells[COLUMN_BUILD].text, m->merge->plan->builds[build].name) != 0)
		return bad_part(m, "has a row that is not of its plan", e);
	m->seen[*block] |= 1u << build;
	used = (size_t)snprintf(key, sizeof(key), "%zu %zu", *block, build);
	for (size_t i = 0; i < ARRAY_SIZE(key_cells); i++)
		used += (size_t)snprintf(
			key + used, sizeof(key) - used, " %.20s", cells[key_cells[i]].text);
	table_add(m->rows, key, 0, &added);
	return added ? 0 : bad_part(m, "has a row twice", e);
}

static int take_row(
	struct merging *m, size_t build, const char *row, size_t size, struct err *e)
{
	const struct cell *cells;
	const char *why;

	m->line = memory_grow(m->line, &m->line_capacity, size + 1, 1);
	memcpy(m->line, row, size);
	m->line[size] = '\0';
	if (cells_split(&m->cells, m->line, size, &why) || m->cells.count != m->columns)
		return bad_part(m, "has a row that cannot be read", e);
	for (size_t i = 0; i <= COLUMN_ITERATIONS; i++) {
		struct cell *cell = &m->cells.list[i];

		cell->text[cell->size] = '\0';
		if (log_columns[i].kind == CELL_TEXT)
			cell->text[text_unescape(cell->text, cell->size)] = '\0';
	}
	if (check_row(m, build, e))
		return -1;
	cells = m->cells.list;
	m->merge->rows++;
	if (m->merge->row)
		m->merge->row(m->merge->ctx, cells[COLUMN_SUITE].text,
			cells[COLUMN_BENCHMARK].text, build,
			outcome_parse(cells[COLUMN_STATUS].text), cells[COLUMN_DETAIL].text);
	return 0;
}

static int take_log(
	struct merging *m, size_t build, const char *log, size_t size, struct err *e)
{
	struct log_writer *writer = m->merge->writers ? m->merge->writers[build] : NULL;
	const char *end = log + size, *from = NULL;
	size_t rows = 0;
	bool header = false;

	for (const char *p = log, *next; p < end; p = next) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t length = (size_t)((newline ? newline : end) - p);
		bool is_row = newline && *p != '#' && header;

		next = newline ? newline + 1 : end;
		if (is_row && take_row(m, build, p, length, e))
			return -1;
		if (*p != '#' && !header &&
			(length != strlen(m->header) || memcmp(p, m->header, length) != 0))
			return bad_part(m, "has columns of another version of bdriver", e);
		header |= *p != '#';
		if (is_row && !from)
			from = p;
		rows += is_row;
		if (from && (!is_row || next == end || (size_t)(next - from) >= PIECE)) {
			if (writer && log_writer_rows(writer, from,
					      (size_t)((is_row ? next : p) - from), rows, e))
				return -1;
			from = NULL;
			rows = 0;
		}
	}
	return 0;
}

static int check_complete(
	const struct merging *m, const struct pool_shard *shard, struct err *e)
{
	for (size_t i = 0; i < shard->count; i++)
		if (m->seen[i] != m->merge->plan->blocks[shard->first + i].builds)
			return bad_part(m, "lacks a benchmark of its plan", e);
	return 0;
}

static int merge_part(struct merging *m, const struct pool_shard *shard, struct err *e)
{
	const struct pool_plan *plan = m->merge->plan;
	AUTO(pool_part_release) struct pool_part part = { 0 };
	int rc = pool_part_read(&part, plan, m->merge->folder, m->shard, e);

	m->blocks = table_new();
	m->rows = table_new();
	m->seen = memory_zeroed(shard->count, sizeof(*m->seen));
	for (size_t i = 0; i < shard->count; i++)
		table_add_benchmark(m->blocks, plan->blocks[shard->first + i].suite,
			plan->blocks[shard->first + i].name, NULL, i, NULL);
	for (size_t b = 0; !rc && b < plan->build_count; b++)
		rc = take_log(m, b, part.logs[b], part.sizes[b], e);
	if (!rc)
		rc = check_complete(m, shard, e);
	if (!rc)
		node_facts_take(&m->facts, part.node, part.logs[0], part.sizes[0]);
	free(m->seen);
	table_free(m->rows);
	table_free(m->blocks);
	return rc;
}

static int put_missing(struct merging *m, const struct pool_block *block, uint32_t round,
	const char *detail, struct err *e)
{
	for (size_t b = 0; b < m->merge->plan->build_count; b++) {
		struct log_row row;

		if (!(block->builds & 1u << b))
			continue;
		log_row_init(&row);
		row.suite = block->suite;
		row.benchmark = block->name;
		row.build = m->merge->plan->builds[b].name;
		row.launch.round = round;
		row.launch.status = OUTCOME_SKIPPED;
		row.evidence.detail = (char *)detail;
		if (log_writer_row(m->merge->writers[b], &row, e))
			return -1;
		if (m->merge->row)
			m->merge->row(m->merge->ctx, row.suite, row.benchmark, b,
				OUTCOME_SKIPPED, detail);
	}
	return 0;
}

static int note_missing(struct merging *m, const struct pool_shard *shard, struct err *e)
{
	const struct pool_plan *plan = m->merge->plan;
	const char *why = m->merge->why ? m->merge->why(m->merge->ctx, m->shard) : NULL;
	AUTO_FREE char *detail = memory_format(
		"missing: shard %u %s", m->shard, why ? why : "has not been measured");
	int rc = 0;

	for (size_t i = 0; !rc && i < shard->count; i++) {
		const struct pool_block *block = &plan->blocks[shard->first + i];
		AUTO_FREE char *name = memory_format("%s/%s", block->suite, block->name);

		string_list_add_once(&m->merge->missing, name);
		rc = put_missing(m, block, shard->replica * plan->rounds + 1, detail, e);
	}
	return rc;
}

static int merge_shard(struct merging *m, struct err *e)
{
	const struct pool_shard *shard = &m->merge->plan->shards[m->shard];
	AUTO_FREE char *path = attempts_done_path(m->merge->folder, m->shard);
	struct stat info;
	bool is_there = stat(path, &info) == 0;

	return is_there ? merge_part(m, shard, e) : note_missing(m, shard, e);
}

static int write_nodes(struct merging *m, struct err *e)
{
	int rc = 0;

	for (size_t b = 0; !rc && b < m->merge->plan->build_count; b++)
		rc = node_facts_write(&m->facts, m->merge->writers[b], e);
	for (size_t i = 0; i < m->facts.nodes.count; i++)
		string_list_add(&m->merge->nodes, m->facts.nodes.items[i]);
	return rc;
}

static struct merging begin(struct pool_merge *merge)
{
	AUTO(log_line_release) struct log_line header = { 0 };
	struct merging m = { .merge = merge, .columns = 1 };

	log_line_header(&header, LOG_NODE);
	m.header = memory_format("%.*s", (int)header.size - 1, header.text);
	for (const char *p = m.header; *p; p++)
		m.columns += *p == ',';
	return m;
}

static void end(struct merging *m)
{
	node_facts_release(&m->facts);
	cells_release(&m->cells);
	free(m->line);
	free(m->header);
}

int pool_merge_check(
	const struct pool_plan *plan, const char *folder, unsigned shard, struct err *e)
{
	struct pool_merge merge = { .plan = plan, .folder = folder };
	struct merging m = begin(&merge);
	int rc;

	m.shard = shard;
	rc = merge_part(&m, &plan->shards[shard], e);
	end(&m);
	return rc;
}

int pool_merge_run(struct pool_merge *merge, struct err *e)
{
	struct merging m = begin(merge);
	int rc = 0;

	for (m.shard = 0; !rc && m.shard < merge->plan->shard_count; m.shard++)
		rc = merge_shard(&m, e);
	if (!rc)
		rc = write_nodes(&m, e);
	end(&m);
	return rc;
}

void pool_merge_release(struct pool_merge *merge)
{
	string_list_release(&merge->missing);
	string_list_release(&merge->nodes);
}
