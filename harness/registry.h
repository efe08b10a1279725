/* SPDX-License-Identifier: MIT */
#ifndef BD_REGISTRY_H
#define BD_REGISTRY_H

#include <stddef.h>

#include "harness/base/err.h"
#include "harness/bench.h"

/* One benchmark, or one member of a family. */
struct bd_case {
	const struct bd_benchmark *benchmark;
	char *name; /* full name, owned by the registry */
	long arg;
};

/* Everything that is linked into this suite, in the order of file and line. */
struct bd_registry {
	struct bd_case *cases;
	size_t count;
};

/*
 * Fills *registry, zeroed before, from the pointers in [first, end). Fails if a name is
 * empty or registered twice, or a benchmark has no function. May be released in either case.
 */
int bd_registry_init(struct bd_registry *registry, const struct bd_benchmark *const *first,
	const struct bd_benchmark *const *end, struct err *e);
/* The same from the linker section of this executable. */
int bd_registry_load(struct bd_registry *registry, struct err *e);
void bd_registry_release(struct bd_registry *registry);

/* NULL if no benchmark has this name. */
const struct bd_case *bd_registry_find(const struct bd_registry *registry, const char *name);
/*
 * Sets chosen[i] for each case that `pattern` matches: an exact name, else a glob. Returns how
 * many match.
 */
size_t bd_registry_match(
	const struct bd_registry *registry, const char *pattern, unsigned char *chosen);

#endif
