/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/asset.h"

#include <assert.h>
#include <string.h>

#include "compare/base/memory.h"

/* The assembler takes the files in. PAGE_WEB and PAGE_D3 are paths that the build knows. */
#define INCLUDE(id, path)                                                                \
	extern const char asset_##id[], asset_##id##_end[];                              \
	__asm__(".pushsection .rodata\nasset_" #id ":\n.incbin \"" path "\"\nasset_" #id \
		"_end:\n.byte 0\n.popsection\n");
#define ENTRY(id, name) { name, asset_##id, (size_t)(asset_##id##_end - asset_##id) },

INCLUDE(d3, PAGE_D3)
INCLUDE(d3_licence, PAGE_WEB "d3.txt")
INCLUDE(page_css, PAGE_WEB "page.css")
INCLUDE(plot_css, PAGE_WEB "plot.css")
INCLUDE(numbers, PAGE_WEB "numbers.js")
INCLUDE(plot, PAGE_WEB "plot.js")
INCLUDE(suite_plots, PAGE_WEB "suite_plots.js")
INCLUDE(bench_plots, PAGE_WEB "bench_plots.js")
INCLUDE(launches, PAGE_WEB "launches.js")
INCLUDE(timeline, PAGE_WEB "timeline.js")
INCLUDE(table, PAGE_WEB "table.js")
INCLUDE(bench, PAGE_WEB "bench.js")
INCLUDE(page, PAGE_WEB "page.js")
INCLUDE(history, PAGE_WEB "history.js")
INCLUDE(history_css, PAGE_WEB "history.css")

struct asset asset_find(const char *name)
{
	const struct asset assets[] = { ENTRY(d3, "d3.js") ENTRY(d3_licence, "d3.txt") ENTRY(
		page_css, "page.css") ENTRY(plot_css, "plot.css") ENTRY(numbers, "numbers.js")
			ENTRY(plot, "plot.js") ENTRY(suite_plots, "suite_plots.js") ENTRY(
				bench_plots, "bench_plots.js") ENTRY(launches, "launches.js")
				ENTRY(timeline, "timeline.js") ENTRY(table, "table.js")
					ENTRY(bench, "bench.js") ENTRY(page, "page.js")
						ENTRY(history, "history.js")
							ENTRY(history_css, "history.css") };

	for (size_t i = 0; i < ARRAY_SIZE(assets); i++)
		if (strcmp(assets[i].name, name) == 0)
			return assets[i];
	assert(!"an asset");
	return (struct asset){ 0 };
}
