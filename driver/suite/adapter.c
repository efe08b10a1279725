/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/adapter.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/message.h"

/* The table. A recognised file belongs to the first that knows it. */
#define ADAPTERS X(bdriver) X(gbench) X(catch2) X(go) X(swift) X(criterion) X(pytest) X(command)

#define X(name)  extern const struct adapter adapter_##name;
ADAPTERS
#undef X

static const struct adapter *const adapters[] = {
#define X(name) &adapter_##name,
	ADAPTERS
#undef X
};

#define COUNT (ARRAY_SIZE(adapters))

const struct adapter *adapter_find(const char *name, struct err *e)
{
	AUTO(string_list_release) struct string_list known = { 0 };
	const struct adapter *found = NULL;
	AUTO_FREE char *all = NULL;

	for (size_t i = 0; i < COUNT; i++) {
		string_list_add(&known, adapters[i]->name);
		if (!strcmp(adapters[i]->name, name))
			found = adapters[i];
	}
	if (!found) {
		struct suggestion near = suggestion(&known, name);

		all = string_list_join(&known, ", ");
		bd_err(e, "unknown adapter '%s'%s; known are: %s", name, near.text, all);
	}
	return found;
}

const struct adapter *adapter_recognise(const char *path)
{
	for (size_t i = 0; i < COUNT; i++)
		if (adapters[i]->recognises && adapters[i]->recognises(path))
			return adapters[i];
	return NULL;
}
