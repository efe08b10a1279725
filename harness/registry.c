/* SPDX-License-Identifier: MIT */
#include "harness/registry.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds of the linker section. Weak: a suite without a benchmark has none. */
extern const struct bd_benchmark *const __start_bd_benchmarks[]
	__attribute__((weak, visibility("hidden")));
extern const struct bd_benchmark *const __stop_bd_benchmarks[]
	__attribute__((weak, visibility("hidden")));

static int compare_places(const void *a, const void *b)
{
	const struct bd_benchmark *x = *(const struct bd_benchmark *const *)a;
	const struct bd_benchmark *y = *(const struct bd_benchmark *const *)b;
	int order = strcmp(x->file, y->file);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int compare_names(const void *a, const void *b)
{
	const struct bd_case *x = *(const struct bd_case *const *)a;
	const struct bd_case *y = *(const struct bd_case *const *)b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x > y) - (x < y);
}

static int check_unique(const struct bd_registry *registry, struct err *e)
{
	const struct bd_case **sorted = calloc(registry->count + 1, sizeof(const void *));
	int result = 0;

	if (!sorted)
		return bd_err(e, "no memory for the list of benchmarks");
	for (size_t i = 0; i < registry->count; i++)
		sorted[i] = &registry->cases[i];
	qsort((void *)sorted, registry->count, sizeof(const void *), compare_names);
	for (size_t i = 1; i < registry->count && result == 0; i++) {
		const struct bd_benchmark *old = sorted[i - 1]->benchmark;
		const struct bd_benchmark *new = sorted[i]->benchmark;

		if (strcmp(sorted[i]->name, sorted[i - 1]->name) == 0)
			result = bd_err(e,
				"%s:%u: benchmark '%s' is registered at %s:%u already; "
				"rename one of them",
				new->file, new->line, sorted[i]->name, old->file, old->line);
	}
	free((void *)sorted);
	return result;
}

static int add_case(struct bd_registry *registry, const struct bd_benchmark *benchmark,
	const long *arg, struct err *e)
{
	struct bd_case *c = &registry->cases[registry->count];

	c->benchmark = benchmark;
	c->arg = arg ? *arg : 0;
	if (arg ? asprintf(&c->name, "%s/%ld", benchmark->name, *arg) < 0
		: !(c->name = strdup(benchmark->name))) {
		c->name = NULL;
		return bd_err(e, "no memory for the list of benchmarks");
	}
	registry->count++;
	return 0;
}

static int add_benchmark(
	struct bd_registry *registry, const struct bd_benchmark *benchmark, struct err *e)
{
	if (!benchmark->name || !*benchmark->name)
		return bd_err(
			e, "%s:%u: a benchmark needs a name", benchmark->file, benchmark->line);
	if (!benchmark->run)
		return bd_err(e, "%s:%u: benchmark '%s' needs a function to time",
			benchmark->file, benchmark->line, benchmark->name);
	if (benchmark->arg_count == 0)
		return add_case(registry, benchmark, NULL, e);
	for (size_t i = 0; i < benchmark->arg_count; i++) {
		if (add_case(registry, benchmark, &benchmark->args[i], e) != 0)
			return -1;
	}
	return 0;
}

int bd_registry_init(struct bd_registry *registry, const struct bd_benchmark *const *first,
	const struct bd_benchmark *const *end, struct err *e)
{
	size_t count = 0, cases = 0, room = (size_t)(end - first) + 1;
	const struct bd_benchmark **all = calloc(room, sizeof(const void *));
	int result = -1;

	/* The linker and sanitizers may leave gaps. */
	for (; all && first < end; first++) {
		if (!*first)
			continue;
		all[count++] = *first;
		cases += (*first)->arg_count ? (*first)->arg_count : 1;
	}
	registry->cases = calloc(cases + 1, sizeof(*registry->cases));
	if (!all || !registry->cases) {
		bd_err(e, "no memory for the list of benchmarks");
		goto out;
	}
	qsort((void *)all, count, sizeof(const void *), compare_places);
	for (size_t i = 0; i < count; i++) {
		if (add_benchmark(registry, all[i], e) != 0)
			goto out;
	}
	result = check_unique(registry, e);
out:
	free((void *)all);
	return result;
}

int bd_registry_load(struct bd_registry *registry, struct err *e)
{
	return bd_registry_init(registry, __start_bd_benchmarks, __stop_bd_benchmarks, e);
}

void bd_registry_release(struct bd_registry *registry)
{
	for (size_t i = 0; i < registry->count; i++)
		free(registry->cases[i].name);
	free(registry->cases);
	*registry = (struct bd_registry){ 0 };
}

const struct bd_case *bd_registry_find(const struct bd_registry *registry, const char *name)
{
	for (size_t i = 0; i < registry->count; i++) {
		if (strcmp(registry->cases[i].name, name) == 0)
			return &registry->cases[i];
	}
	return NULL;
}

size_t bd_registry_match(
	const struct bd_registry *registry, const char *pattern, unsigned char *chosen)
{
	const struct bd_case *exact = bd_registry_find(registry, pattern);
	size_t matches = 0;

	if (exact) {
		chosen[exact - registry->cases] = 1;
		return 1;
	}
	for (size_t i = 0; i < registry->count; i++) {
		if (fnmatch(pattern, registry->cases[i].name, 0) == 0) {
			chosen[i] = 1;
			matches++;
		}
	}
	return matches;
}
