/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/dispatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "compare/base/memory.h"
#include "driver/pool/merge.h"
#include "harness/base/clock.h"

/*
 * Method: rounds of "look for parts, give the engine what is missing", at most TRIES_MAX. The
 * parts in the folder are the only truth, so the same call begins a run, goes on with it, and
 * ends it. Nodes where a shard was lost are avoided; after two such nodes the fault is likely
 * the shard's. Replicas of one block go to disjoint groups of nodes by a Latin square: replica
 * r of shard s to group (s + r) mod replicas. One scan of the attempts serves a second of
 * questions, as a shared folder answers slowly.
 */

#define NODES_MAX 2 /* a shard that was lost on so many nodes is given up */
#define TRIES_MAX 3
/* How long what was read of the attempts is taken to be true. */
#define SCAN_NS 1000000000u

static void say(const struct dispatch *d, char *sentence)
{
	if (d->say)
		d->say(d->ctx, sentence);
	free(sentence);
}

/* Puts a part aside that cannot be used, so that the shard is measured again. */
static void put_aside(const struct dispatch *d, unsigned shard, const char *why)
{
	AUTO_FREE char *path = attempts_done_path(d->options.folder, shard);
	AUTO_FREE char *aside =
		memory_format("%s.%llu.bad", path, (unsigned long long)bd_clock_ns());

	say(d, rename(path, aside)
			? memory_format("%s; remove it, or its shard cannot end", why)
			: memory_format("%s; it is measured again", why));
}

static bool has_part(struct dispatch *d, unsigned shard)
{
	AUTO_FREE char *path = attempts_done_path(d->options.folder, shard);
	struct stat info;
	struct err e;
	bool there = lstat(path, &info) == 0; /* also a link that leads nowhere */

	if (there && pool_merge_check(d->plan, d->options.folder, shard, &e)) {
		put_aside(d, shard, e.text);
		there = false;
	}
	return there;
}

static void set_done(struct dispatch *d, unsigned shard)
{
	if (d->shards[shard].state != ENGINE_DONE)
		d->done++;
	d->shards[shard].state = ENGINE_DONE;
}

void dispatch_init(struct dispatch *d, bool anew)
{
	size_t count = d->plan->shard_count;

	d->shards = memory_zeroed(count, sizeof(*d->shards));
	d->lost = memory_zeroed(count, sizeof(*d->lost));
	d->now = memory_zeroed(count, sizeof(*d->now));
	d->failed_before = memory_zeroed(count, sizeof(*d->failed_before));
	for (unsigned i = 0; i < count; i++)
		if (has_part(d, i))
			set_done(d, i);
		else if (anew)
			attempts_forget(d->options.folder, i);
}

static enum engine_file on_file(void *ctx, unsigned shard)
{
	struct dispatch *d = ctx;
	size_t count = d->plan->shard_count;

	if (d->shards[shard].state == ENGINE_DONE || has_part(d, shard)) {
		set_done(d, shard);
		return ENGINE_FILE_DONE;
	}
	if (!d->scanned_ns || bd_clock_ns() - d->scanned_ns > SCAN_NS) {
		attempts_release_lost(d->now, count);
		attempts_read_lost(d->options.folder, d->now, count);
		d->scanned_ns = bd_clock_ns();
	}
	return d->now[shard].failed > d->failed_before[shard] ? ENGINE_FILE_FAILED
							      : ENGINE_NO_FILE;
}

static void on_state(
	void *ctx, unsigned shard, enum engine_state state, const char *node, const char *why)
{
	struct dispatch *d = ctx;
	struct dispatch_shard *s = &d->shards[shard];

	if (state == ENGINE_DONE)
		set_done(d, shard);
	else
		s->state = state;
	snprintf(s->node, sizeof(s->node), "%s", node);
	snprintf(s->reason, sizeof(s->reason), "%s", why);
}

static void on_say(void *ctx, const char *sentence)
{
	const struct dispatch *d = ctx;

	if (d->say)
		d->say(d->ctx, sentence);
}

static void on_tick(void *ctx)
{
	const struct dispatch *d = ctx;

	if (d->tick)
		d->tick(d->ctx);
}

static void on_stopping(void *ctx)
{
	const struct dispatch *d = ctx;

	if (d->stopping)
		d->stopping(d->ctx);
}

static void read_lost(struct dispatch *d)
{
	size_t count = d->plan->shard_count;

	attempts_release_lost(d->lost, count);
	attempts_read_lost(d->options.folder, d->lost, count);
	for (size_t i = 0; i < count; i++)
		d->failed_before[i] = d->lost[i].failed;
	d->scanned_ns = 0;
}

/* Nodes that this shard must not go to: where it was lost, where the other replicas of its
 * blocks are or were, and those of the other groups of nodes. */
static char *avoided(const struct dispatch *d, unsigned shard, const struct string_list *nodes)
{
	const struct pool_plan *plan = d->plan;
	size_t each = plan->shard_count / plan->replicas, group;
	struct string_list avoid = { 0 };

	for (size_t i = 0; i < nodes->count; i++) {
		AUTO_FREE char *name = attempts_node_name(nodes->items[i]);

		if (string_list_has(&d->lost[shard].nodes, name))
			string_list_add_once(&avoid, nodes->items[i]);
	}
	if (plan->replicas > 1) {
		/* Replica r of shard s goes to group (s + r) of the nodes: no two to the same.
		 */
		group = (shard % each + plan->shards[shard].replica) % plan->replicas;
		for (size_t i = 0; i < nodes->count; i++)
			if (i % plan->replicas != group)
				string_list_add_once(&avoid, nodes->items[i]);
	}
	return string_list_take(&avoid, ",");
}

static bool is_given_up(const struct dispatch *d, unsigned shard)
{
	return d->lost[shard].nodes.count >= NODES_MAX || d->lost[shard].count >= TRIES_MAX;
}

/* The tasks of the shards that are to be measured. Returns their number. */
static size_t collect(
	struct dispatch *d, const struct string_list *nodes, struct engine_task *tasks)
{
	size_t count = 0;

	for (unsigned i = 0; i < d->plan->shard_count; i++) {
		if (d->shards[i].state == ENGINE_DONE || is_given_up(d, i))
			continue;
		d->shards[i].state = ENGINE_WAITING;
		tasks[count++] = (struct engine_task){ i, avoided(d, i, nodes) };
	}
	return count;
}

static int run_once(
	struct dispatch *d, const struct string_list *nodes, bool *any, struct err *e)
{
	struct engine_watch watch = { .file = on_file,
		.state = on_state,
		.say = on_say,
		.tick = on_tick,
		.stopping = on_stopping,
		.ctx = d };
	AUTO_FREE struct engine_task *tasks =
		memory_zeroed(d->plan->shard_count, sizeof(*tasks));
	size_t count;
	int rc = 0;

	read_lost(d);
	count = collect(d, nodes, tasks);
	*any = count > 0;
	if (count)
		rc = d->engine->run(&d->options, tasks, count, &watch, e);
	for (size_t i = 0; i < count; i++)
		free((char *)tasks[i].avoid);
	return rc;
}

int dispatch_run(struct dispatch *d, struct err *e)
{
	AUTO(string_list_release) struct string_list nodes = { 0 };
	unsigned most;
	bool any = true;
	int rc = d->engine->nodes(&d->options, &nodes, &most, e);

	if (!rc && nodes.count < d->plan->replicas)
		rc = bd_err(e,
			"--replicas %u: there are only %zu nodes, and each replica needs one "
			"of its own",
			d->plan->replicas, nodes.count);
	for (unsigned tries = 0; !rc && any && tries < TRIES_MAX; tries++)
		rc = run_once(d, &nodes, &any, e);
	if (!rc)
		read_lost(d);
	return rc;
}

char *dispatch_why(const struct dispatch *d, unsigned shard)
{
	const struct attempts_lost *lost = &d->lost[shard];
	const char *reason = lost->why ? lost->why : d->shards[shard].reason;
	AUTO_FREE char *nodes = string_list_join(&lost->nodes, " and ");
	char *text;

	if (lost->nodes.count)
		text = memory_format("was lost on %s%s%s%s", nodes, *reason ? " (" : "", reason,
			*reason ? ")" : "");
	else
		text = memory_format("was not measured%s%s%s", *reason ? " (" : "", reason,
			*reason ? ")" : "");
	return text;
}

void dispatch_release(struct dispatch *d)
{
	size_t count = d->shards ? d->plan->shard_count : 0;

	if (d->lost)
		attempts_release_lost(d->lost, count);
	if (d->now)
		attempts_release_lost(d->now, count);
	free(d->lost);
	free(d->now);
	free(d->shards);
	free(d->failed_before);
	d->shards = NULL;
	d->done = 0;
	d->scanned_ns = 0;
	d->lost = d->now = NULL;
	d->failed_before = NULL;
}
