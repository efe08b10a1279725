/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/asset.h"

#include <assert.h>
#include <string.h>

#include "compare/base/memory.h"

/* PAGE_WEB and PAGE_D3 are paths that the build knows. */
#define ASSETS(X)                                                   \
	X(d3, "d3.js", PAGE_D3)                                     \
	X(d3_licence, "d3.txt", PAGE_WEB "d3.txt")                  \
	X(page_css, "page.css", PAGE_WEB "page.css")                \
	X(plot_css, "plot.css", PAGE_WEB "plot.css")                \
	X(numbers, "numbers.js", PAGE_WEB "numbers.js")             \
	X(plot, "plot.js", PAGE_WEB "plot.js")                      \
	X(suite_plots, "suite_plots.js", PAGE_WEB "suite_plots.js") \
	X(bench_plots, "bench_plots.js", PAGE_WEB "bench_plots.js") \
	X(launches, "launches.js", PAGE_WEB "launches.js")          \
	X(timeline, "timeline.js", PAGE_WEB "timeline.js")          \
	X(table, "table.js", PAGE_WEB "table.js")                   \
	X(bench, "bench.js", PAGE_WEB "bench.js")                   \
	X(page, "page.js", PAGE_WEB "page.js")                      \
	X(history, "history.js", PAGE_WEB "history.js")             \
	X(history_html, "index.html", PAGE_WEB "history.html")      \
	X(history_css, "history.css", PAGE_WEB "history.css")

/* The assembler takes the files in. */
#define INCLUDE(id, name, path)                                                          \
	extern const char asset_##id[], asset_##id##_end[];                              \
	__asm__(".pushsection .rodata\nasset_" #id ":\n.incbin \"" path "\"\nasset_" #id \
		"_end:\n.byte 0\n.popsection\n");
ASSETS(INCLUDE)

#define ENTRY(id, name, path) { name, asset_##id, (size_t)(asset_##id##_end - asset_##id) },

struct asset asset_find(const char *name)
{
	const struct asset assets[] = { ASSETS(ENTRY) };

	for (size_t i = 0; i < ARRAY_SIZE(assets); i++)
		if (strcmp(assets[i].name, name) == 0)
			return assets[i];
	assert(!"an asset");
	return (struct asset){ 0 };
}
