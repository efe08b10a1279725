/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/page.h"

#include "compare/base/memory.h"
#include "compare/page/launches.h"
#include "compare/print/json.h"
#include "compare/print/markup.h"

#include <assert.h>
#include <string.h>

/* Six digits are more than a picture shows. */
#define FLAGS (JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6))

/* 4 million samples are 11 MB of the page: 500 benchmarks of two builds with 20 launches of 200
 * samples. */
#define SAMPLES_MAX 4000000

static void put_asset(FILE *out, const char *element, const char *name)
{
	struct asset asset = asset_find(name);

	fprintf(out, "<%s>\n", element);
	fwrite(asset.text, 1, asset.size, out);
	fprintf(out, "</%.*s>\n", (int)strcspn(element, " "), element);
}

static void begin(FILE *out, const char *title, const char *summary)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
		out);
	markup_put(out, MARKUP_XML, title);
	fputs("</title>\n", out);
	put_asset(out, "style", "page.css");
	put_asset(out, "style", "plot.css");
	fputs("</head>\n<body>\n<noscript><h1>", out);
	markup_put(out, MARKUP_XML, title);
	fputs("</h1><p>", out);
	markup_put(out, MARKUP_XML, summary);
	fputs("</p><p>Tables and plots need JavaScript.</p></noscript>\n", out);
}

char *page_json(const json_t *json)
{
	AUTO_FREE char *text = json_dumps(json, FLAGS);
	char *clean, *to;
	size_t size = 1;

	if (!text)
		memory_fatal("jansson");
	for (const char *c = text; *c; c++)
		size += *c == '<' ? 6 : 1;
	clean = to = memory_zeroed(size, 1);
	for (const char *c = text; *c; c++)
		if (*c == '<')
			to = stpcpy(to, "\\u003c");
		else
			*to++ = *c;
	return clean;
}

/* A block of data; takes the value. */
static void put_data(FILE *out, const char *id, json_t *json)
{
	AUTO_FREE char *text = page_json(json);

	fprintf(out, "<script type=\"application/json\" id=\"%s\">%s</script>\n", id, text);
	json_decref(json);
}

static void put_scripts(FILE *out)
{
	static const char *const scripts[] = { "d3.js", "numbers.js", "plot.js",
		"suite_plots.js", "bench_plots.js", "launches.js", "timeline.js", "table.js",
		"bench.js", "page.js" };

	/* The licence goes where D3 goes. */
	put_asset(out, "script type=\"text/plain\"", "d3.txt");
	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++)
		put_asset(out, "script", scripts[i]);
}

static void put_row(const struct page *page, size_t place, size_t step, FILE *out)
{
	struct page_side sides[PAGE_SIDES] = { 0 };
	char id[40];

	page->fill(page->ctx, place, sides);
	snprintf(id, sizeof(id), "launches-%zu", place);
	put_data(out, id, page_launches(sides, page->sides));
	snprintf(id, sizeof(id), "samples-%zu", place);
	put_data(out, id, page_samples(sides, page->sides, step));
	for (size_t i = 0; i < page->sides; i++)
		page_side_release(&sides[i]);
}

/* Of how many samples one is drawn. */
static size_t sample_step(const struct page *page)
{
	size_t samples = 0;

	for (size_t place = 0; place < page->rows; place++) {
		struct page_side sides[PAGE_SIDES] = { 0 };

		page->fill(page->ctx, place, sides);
		for (size_t i = 0; i < page->sides; i++) {
			samples += page_side_samples(&sides[i]);
			page_side_release(&sides[i]);
		}
	}
	return samples / SAMPLES_MAX + 1;
}

void page_write(const struct page *page, json_t *data, FILE *out)
{
	size_t step = sample_step(page);

	json_put(data, "sample_step", json_count(step));
	begin(out, page->title, page->summary);
	put_data(out, "data", data);
	put_scripts(out);
	for (size_t place = 0; place < page->rows; place++)
		put_row(page, place, step, out);
	fputs("</body>\n</html>\n", out);
}

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
