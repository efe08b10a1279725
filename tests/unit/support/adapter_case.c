/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/adapter_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/string_list.h"

void adapter_case_arguments(const struct adapter *adapter, const struct launch_request *request,
	char after, const char *wanted)
{
	struct string_list args = { 0 };
	struct string_list words = { 0 };
	char *all;

	adapter->launch(&args, request);
	for (size_t i = 0; i < args.count; i++) {
		const char *found = after ? strchr(args.items[i], after) : NULL;

		string_list_add(&words, found ? found + 1 : args.items[i]);
	}
	all = string_list_finish(&words, " ");
	assert_string_equal(all, wanted);
	free(all);
	string_list_release(&args);
}
