/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/index.h"

#include <stdio.h>

#define KEY_SIZE 64

static const char *make_key(char *key, size_t benchmark, unsigned stage, unsigned round)
{
	snprintf(key, KEY_SIZE, "%zu %u %u", benchmark, stage, round);
	return key;
}

struct table *plan_index_new(const struct plan *plan)
{
	struct table *index = table_new();
	char key[KEY_SIZE];

	for (size_t i = 0; i < plan->slot_count; i++) {
		const struct plan_slot *slot = &plan->slots[i];

		table_add(index, make_key(key, slot->benchmark, slot->stage, slot->round), i,
			NULL);
	}
	return index;
}

const size_t *plan_index_find(
	const struct table *index, size_t benchmark, const struct launch *launch)
{
	char key[KEY_SIZE];

	return table_find(index, make_key(key, benchmark, launch->stage, launch->round));
}
