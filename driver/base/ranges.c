/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/ranges.h"

#include "compare/base/string_list.h"

char *ranges_text(const unsigned *numbers, size_t count)
{
	struct string_list parts = { 0 };

	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && numbers[end] == numbers[end - 1] + 1; end++)
			;
		if (end - i > 1)
			string_list_addf(&parts, "%u-%u", numbers[i], numbers[end - 1]);
		else
			string_list_addf(&parts, "%u", numbers[i]);
	}
	return string_list_take(&parts, ",");
}
