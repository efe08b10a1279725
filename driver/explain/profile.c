/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/profile.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/code/code_part.h"
#include "driver/code/elf_image.h"
#include "driver/config/config.h"
#include "driver/explain/launches.h"
#include "driver/explain/outside.h"
#include "harness/base/clock.h"

/* At most: a profile is full in half a second of its CPU. */
#define LAUNCH_TIME_NS 2000000000
/* Of n iterations, from outside: half a second. */
#define OUTSIDE_BATCHES 500
#define FIRST_LINE      "# bdriver-profile: 1\n"
#define OBJECT          "# object: "
#define ELSEWHERE       "# elsewhere: "

/* A program or library; images of files that cannot be read have no symbols. */
struct object {
	char *path;
	struct image image;
};

struct profiling {
	const struct profile_request *of;
	struct object *objects;
	size_t count, capacity;
	struct outside *outside; /* NULL: the harness takes the samples */
	unsigned launch;         /* the one that is read */
	struct object *object;   /* whose samples follow; NULL: not yet opened */
	char *library;           /* its path, "" of the program itself; NULL: none yet */
	unsigned ended;          /* launches that were read */
	double time_ns, cpu_ns, others_ns; /* of all launches, as the harness says */
};

static const struct suite *set(void *ctx, unsigned launch, struct string_list *args)
{
	struct profiling *p = ctx;
	const struct suite *s = p->of->suites[launches_build(launch)];
	struct launch_request request =
		launches_request(s, p->of->benchmark, p->of->n, LAUNCH_TIME_NS);

	if (p->outside) {
		request.iterations = request.any_count ? p->of->n * OUTSIDE_BATCHES : 0;
		request.batch = request.any_count ? 1 : OUTSIDE_BATCHES / 10;
	} else {
		request.samples = request.batch = 0;
		request.any_count = false;
		request.profile = true;
	}
	launches_add(args, &request);
	return s;
}

static struct object *object_of(struct profiling *p, const char *path)
{
	struct object *object;

	for (size_t i = 0; i < p->count; i++)
		if (strcmp(p->objects[i].path, path) == 0)
			return &p->objects[i];
	object = ARRAY_ADD(p->objects, p->count, p->capacity);
	*object = (struct object){ .path = memory_text(path) };
	if (image_open(&object->image, path, NULL))
		object->image.symbol_count = 0;
	return object;
}

/* The caller frees it. */
static char *name_at(const struct object *object, const char *library, uint64_t address)
{
	const struct image_symbol *s = object->image.symbols;
	size_t count = object->image.symbol_count;
	size_t after = image_first_from(s, count, sizeof(*s), address + 1);
	size_t i = after ? image_first_from(s, count, sizeof(*s), s[after - 1].address) : 0;

	for (; i < after; i++)
		if (!s[i].object && s[i].name && address - s[i].address < s[i].size)
			return memory_format(
				"%.*s", (int)code_part_length(s[i].name), s[i].name);
	return memory_text(path_name(library));
}

static void visit(const struct profiling *p, const char *name, const char *count)
{
	p->of->visit(p->of->ctx, launches_build(p->launch), p->launch / 2, name,
		(unsigned)strtoul(count, NULL, 10));
}

static void add_outside(void *ctx, const char *path, uint64_t offset)
{
	struct profiling *p = ctx;
	const struct object *object = object_of(p, path);
	AUTO_FREE char *name = name_at(object, object->image.loading.interpreter ? "" : path,
		image_address_of(&object->image, offset));

	visit(p, name, "1");
}

static void read_address(struct profiling *p, const char *line)
{
	char *end;
	uint64_t address = strtoull(line, &end, 16);
	AUTO_FREE char *name = NULL;

	if (!p->object)
		p->object = object_of(
			p, *p->library ? p->library
				       : p->of->suites[launches_build(p->launch)]->path);
	name = name_at(p->object, p->library, address);
	visit(p, name, end);
}

/* The number behind the words at the begin of the line is added to *sum. */
static void add_number(const char *line, const char *words, double *sum)
{
	size_t length = strlen(words);

	if (strncmp(line, words, length) == 0)
		*sum += strtod(line + length, NULL);
}

static void read_line(struct profiling *p, const char *line)
{
	add_number(line, "# time_ns: ", &p->time_ns);
	add_number(line, "# cpu_ns: ", &p->cpu_ns);
	add_number(line, "# others_ns: ", &p->others_ns);
	if (strncmp(line, OBJECT, strlen(OBJECT)) == 0) {
		free(p->library);
		p->library = memory_text(line + strlen(OBJECT));
		p->object = NULL;
	} else if (strncmp(line, ELSEWHERE, strlen(ELSEWHERE)) == 0) {
		visit(p, "", line + strlen(ELSEWHERE));
	} else if (*line != '#' && p->library) {
		read_address(p, line);
	}
}

/* What a launch says instead of a profile. */
static int no_profile(const struct profiling *p, const struct job_result *result, struct err *e)
{
	AUTO(launch_reading_release) struct launch_reading reading = { 0 };
	struct log_row row;

	if (adapter_bdriver.read(&reading, result, p->of->benchmark, &row, e))
		return -1;
	return bd_err(e, "a launch has no profile: %s", row.evidence.detail);
}

static int done(void *ctx, unsigned launch, const struct job_result *result, struct err *e)
{
	struct profiling *p = ctx;
	AUTO(lines_release) struct lines lines = { 0 };
	int more;

	p->launch = launch;
	if (p->outside) {
		p->ended++;
		return outside_take(p->outside, add_outside, p, e);
	}
	if (strncmp(result->row, FIRST_LINE, strlen(FIRST_LINE)) != 0)
		return no_profile(p, result, e);
	lines_open_buffer(&lines, "profile", result->row, result->row_size);
	while ((more = lines_next(&lines, e)) > 0)
		read_line(p, lines.text);
	free(p->library);
	p->library = NULL;
	p->ended += !more;
	return more;
}

bool profile_is_outside(const struct suite *suites[2])
{
	return !suites[0]->profile || !suites[1]->profile;
}

int profile_take(
	const struct profile_request *r, unsigned *rounds, double *others, struct err *e)
{
	struct profiling p = { .of = r };
	struct launches launches = { .count = 2 * *rounds,
		.set = set,
		.done = done,
		.ctx = &p,
		.name = "launch that is sampled",
		.deadline_ns = r->deadline_ns };
	int rc;

	if (profile_is_outside(r->suites) && !(p.outside = outside_open(e)))
		return -1;
	rc = launches_run(&launches, e);
	if (rc < 0 && r->deadline_ns && bd_clock_ns() >= r->deadline_ns &&
		p.ended / 2 >= PROFILE_ROUNDS_MIN) {
		*rounds = p.ended / 2;
		rc = 0;
	}
	outside_close(p.outside);
	/* On a busy machine each thread waits for its turn. Older suites know no CPU time. */
	p.cpu_ns = p.cpu_ns > 0 ? p.cpu_ns : p.time_ns;
	*others = p.others_ns > 0 ? p.others_ns / (p.cpu_ns + p.others_ns) : 0;
	for (size_t i = 0; i < p.count; i++) {
		image_release(&p.objects[i].image);
		free(p.objects[i].path);
	}
	free(p.objects);
	return rc;
}
