/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/page.h"

#include "compare/base/memory.h"
#include "compare/page/asset.h"
#include "compare/print/markup.h"

#include <string.h>

/* Six digits are more than a picture shows. */
#define FLAGS (JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6))

static void put_asset(FILE *out, const char *element, const char *name)
{
	struct asset asset = asset_find(name);

	fprintf(out, "<%s>\n", element);
	fwrite(asset.text, 1, asset.size, out);
	fprintf(out, "</%.*s>\n", (int)strcspn(element, " "), element);
}

void page_begin(FILE *out, const char *title, const char *summary)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
		out);
	markup_xml(out, title);
	fputs("</title>\n", out);
	put_asset(out, "style", "page.css");
	put_asset(out, "style", "plot.css");
	fputs("</head>\n<body>\n<noscript><h1>", out);
	markup_xml(out, title);
	fputs("</h1><p>", out);
	markup_xml(out, summary);
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

void page_data(FILE *out, const char *id, json_t *json)
{
	AUTO_FREE char *text = page_json(json);

	fprintf(out, "<script type=\"application/json\" id=\"%s\">%s</script>\n", id, text);
	json_decref(json);
}

void page_scripts(FILE *out)
{
	static const char *const scripts[] = { "d3.js", "numbers.js", "plot.js",
		"suite_plots.js", "bench_plots.js", "launches.js", "timeline.js", "table.js",
		"bench.js", "page.js" };

	/* The licence goes where D3 goes. */
	put_asset(out, "script type=\"text/plain\"", "d3.txt");
	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++)
		put_asset(out, "script", scripts[i]);
}

void page_end(FILE *out)
{
	fputs("</body>\n</html>\n", out);
}
