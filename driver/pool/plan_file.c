/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/plan_file.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/atomic_file.h"
#include "driver/base/file_hash.h"
#include "driver/base/file_text.h"
#include "driver/plan/plan.h"

#define SCHEMA "bdriver-pool-1"

static json_t *builds_json(const struct pool_plan *plan)
{
	json_t *list = json_array();

	for (size_t i = 0; i < plan->build_count; i++)
		json_array_append_new(list,
			json_pack("[s, s]", plan->builds[i].name, plan->builds[i].directory));
	return list;
}

static json_t *suites_json(const struct pool_plan *plan)
{
	json_t *list = json_array();

	for (size_t i = 0; i < plan->suite_count; i++) {
		const struct pool_suite *s = &plan->suites[i];

		json_array_append_new(
			list, json_pack("[i, s, s, s, s, s]", (int)s->build, s->name,
				      s->section, s->adapter, s->path, s->hash));
	}
	return list;
}

static json_t *blocks_json(const struct pool_plan *plan)
{
	json_t *list = json_array();

	for (size_t i = 0; i < plan->block_count; i++) {
		const struct pool_block *b = &plan->blocks[i];

		json_array_append_new(list, json_pack("[s, s, i, i, f]", b->suite, b->name,
						    (int)b->rounds, (int)b->builds, b->ns));
	}
	return list;
}

static json_t *shards_json(const struct pool_plan *plan)
{
	json_t *list = json_array();

	for (size_t i = 0; i < plan->shard_count; i++) {
		const struct pool_shard *s = &plan->shards[i];

		json_array_append_new(
			list, json_pack("[I, I, i, f]", (json_int_t)s->first,
				      (json_int_t)s->count, (int)s->replica, s->ns));
	}
	return list;
}

static json_t *words_json(const struct string_list *words)
{
	json_t *list = json_array();

	for (size_t i = 0; i < words->count; i++)
		json_array_append_new(list, json_string(words->items[i]));
	return list;
}

/* NULL where a text is not UTF-8. */
static char *plan_text(const struct pool_plan *plan)
{
	json_auto_t *root = json_pack(
		"{s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:I, s:i, s:o, s:o, s:o, s:o}",
		"schema", SCHEMA, "id", plan->id, "version", plan->version, "arguments",
		words_json(&plan->arguments), "directory", plan->directory, "config",
		plan->config, "config_hash", plan->config_hash, "tuned", plan->tuned, "seed",
		(json_int_t)plan->seed, "replicas", (int)plan->replicas, "builds",
		builds_json(plan), "suites", suites_json(plan), "shards", shards_json(plan),
		"blocks", blocks_json(plan));

	return root ? json_dumps(root, JSON_COMPACT) : NULL;
}

static int write_file(const char *folder, const char *name, const char *text, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/%s", folder, name);
	struct atomic_file file;
	int rc = atomic_file_begin(&file, path, e);

	if (!rc) {
		fputs(text, file.out);
		fflush(file.out);
		fsync(fileno(file.out));
		rc = atomic_file_end(&file, e);
	}
	return rc;
}

int pool_plan_write(struct pool_plan *plan, const char *folder, struct err *e)
{
	char *text = plan_text(plan), hash[FILE_HASH_SIZE];
	int rc;

	if (!text)
		return bd_err(e,
			"%s: the plan has a name that is not UTF-8, so it cannot be "
			"written",
			folder);
	file_hash_text(text, strlen(text), hash);
	/* Whoever finds a plan finds its hash, also after a kill between the two. */
	rc = write_file(folder, "plan.hash", hash, e) ||
	     write_file(folder, "plan.json", text, e);
	free(text);
	free(plan->hash);
	plan->hash = memory_text(hash);
	return rc ? -1 : 0;
}

static char *text_of(json_t *root, const char *key)
{
	const char *text = json_string_value(json_object_get(root, key));

	return memory_text(text ? text : "");
}

static int take_builds(struct pool_plan *plan, json_t *list)
{
	const char *name, *directory;
	size_t i;
	json_t *item;

	if (json_array_size(list) > PLAN_BUILDS_MAX)
		return -1;
	plan->builds = memory_zeroed(json_array_size(list), sizeof(*plan->builds));
	json_array_foreach(list, i, item) {
		if (json_unpack(item, "[s, s]", &name, &directory))
			return -1;
		plan->builds[plan->build_count++] =
			(struct pool_build){ memory_text(name), memory_text(directory) };
	}
	return plan->build_count ? 0 : -1;
}

static int take_suites(struct pool_plan *plan, json_t *list)
{
	size_t i;
	json_t *item;

	json_array_foreach(list, i, item) {
		struct pool_suite s = { 0 };
		int build;

		if (json_unpack(item, "[i, s, s, s, s, s]", &build, &s.name, &s.section,
			    &s.adapter, &s.path, &s.hash) ||
			build < 0 || (size_t)build >= plan->build_count)
			return -1;
		s.build = (unsigned)build;
		pool_plan_add_suite(plan, &s);
	}
	return 0;
}

static int take_blocks(struct pool_plan *plan, json_t *list)
{
	size_t i;
	json_t *item;

	json_array_foreach(list, i, item) {
		struct pool_block b = { 0 };
		int rounds, builds;

		if (json_unpack(item, "[s, s, i, i, F]", &b.suite, &b.name, &rounds, &builds,
			    &b.ns) ||
			rounds < 1 || builds < 1)
			return -1;
		b.rounds = (uint32_t)rounds;
		b.builds = (unsigned)builds;
		pool_plan_add_block(plan, &b);
	}
	return 0;
}

static int take_shards(struct pool_plan *plan, json_t *list)
{
	size_t i;
	json_t *item;

	plan->shards = memory_zeroed(json_array_size(list), sizeof(*plan->shards));
	json_array_foreach(list, i, item) {
		struct pool_shard *s = &plan->shards[plan->shard_count++];
		json_int_t first, count;
		int replica;

		if (json_unpack(item, "[I, I, i, F]", &first, &count, &replica, &s->ns) ||
			first < 0 || count < 1 || (size_t)(first + count) > plan->block_count ||
			replica < 0 || replica >= (int)plan->replicas)
			return -1;
		s->first = (size_t)first;
		s->count = (size_t)count;
		s->replica = (unsigned)replica;
	}
	return plan->shard_count ? 0 : -1;
}

static int take_plan(struct pool_plan *plan, json_t *root)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));
	json_t *words = json_object_get(root, "arguments"), *word;
	size_t i;

	if (!schema || strcmp(schema, SCHEMA) != 0)
		return -1;
	plan->id = text_of(root, "id");
	plan->version = text_of(root, "version");
	plan->directory = text_of(root, "directory");
	plan->config = text_of(root, "config");
	plan->config_hash = text_of(root, "config_hash");
	plan->tuned = text_of(root, "tuned");
	plan->seed = json_integer_value(json_object_get(root, "seed"));
	plan->replicas = (unsigned)json_integer_value(json_object_get(root, "replicas"));
	json_array_foreach(words, i, word)
		string_list_add(
			&plan->arguments, json_is_string(word) ? json_string_value(word) : "");
	return take_builds(plan, json_object_get(root, "builds")) ||
			       take_suites(plan, json_object_get(root, "suites")) ||
			       take_blocks(plan, json_object_get(root, "blocks")) ||
			       take_shards(plan, json_object_get(root, "shards"))
		       ? -1
		       : 0;
}

static int parse_plan(
	struct pool_plan *plan, const char *path, const char *text, size_t size, struct err *e)
{
	json_error_t error;
	json_auto_t *root = json_loadb(text, size, 0, &error);
	int rc = root ? take_plan(plan, root) : -1;

	return rc ? bd_err(e, "%s: is not a plan of this version of bdriver", path) : 0;
}

int pool_plan_read(struct pool_plan *plan, const char *folder, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/plan.json", folder);
	char hash[FILE_HASH_SIZE];
	AUTO_FREE char *hash_path = memory_format("%s/plan.hash", folder);
	size_t size = 0;
	AUTO_FREE char *text = file_text(path, &size), *wanted = file_text(hash_path, NULL);
	int rc = 0;

	if (text)
		file_hash_text(text, size, hash);
	if (!text || !wanted)
		rc = bd_err(
			e, "%s: cannot be read: %s", text ? hash_path : path, strerror(errno));
	else if (strcmp(hash, wanted) != 0)
		rc = bd_err(e, "%s: is not the plan that the run began with: its hash differs",
			path);
	else
		rc = parse_plan(plan, path, text, size, e);
	if (!rc)
		plan->hash = memory_text(hash);
	return rc;
}
