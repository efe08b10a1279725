/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_report.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/page/asset.h"
#include "compare/page/page.h"
#include "driver/base/message.h"
#include "driver/base/output_file.h"
#include "driver/screens/site.h"

static const char index_page[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n<title>bdriver history</title>\n"
	"<link rel=\"stylesheet\" href=\"page.css\"><link rel=\"stylesheet\" "
	"href=\"plot.css\">\n"
	"<link rel=\"stylesheet\" href=\"history.css\">\n</head>\n<body>\n"
	"<noscript><h1>bdriver history</h1><p>Tables and plots need "
	"JavaScript.</p></noscript>\n"
	"<div id=\"site\"></div>\n<script src=\"d3.js\"></script><script "
	"src=\"numbers.js\"></script>"
	"<script src=\"plot.js\"></script><script src=\"history.js\"></script>\n"
	"<script src=\"data/index.js\"></script>\n</body>\n</html>\n";

static int make_folder(const char *path)
{
	if (mkdir(path, 0777) && errno != EEXIST)
		return message_error(
			EXIT_WRITE, "%s: cannot be made: %s", path, strerror(errno));
	return EXIT_FINE;
}

static int write_file(const char *folder, const char *name, const char *text, size_t size)
{
	static const char *const none[] = { NULL };
	AUTO_FREE char *path = memory_format("%s/%s", folder, name);
	struct output_file file;
	int code = output_file_begin(&file, path, none, true);

	if (!code) {
		fwrite(text, 1, size, file.out);
		code = output_file_end(&file);
	}
	return code;
}

/* A script that hands the value to the pages; takes the value. */
static int write_data(const char *folder, const char *name, json_t *value)
{
	AUTO_FREE char *json = page_json(value);
	AUTO_FREE char *text = memory_format("site.take(\"%s\", %s);\n", name, json);
	AUTO_FREE char *file = memory_format("data/%s.js", name);
	int code = write_file(folder, file, text, strlen(text));

	json_decref(value);
	return code;
}

static int write_class(const char *folder, const struct screen *screen, size_t place)
{
	char *name = memory_format("heat-%zu", place);
	int code = write_data(folder, name, site_heat(screen));

	free(name);
	for (size_t i = 0; !code && i < screen->lines->line_count; i++) {
		name = memory_format("%zu-%zu", place, i);
		code = write_data(folder, name, site_line(screen, i));
		free(name);
	}
	return code;
}

/* A folder with something else in it is left alone. */
static int check_folder(const char *folder)
{
	AUTO_FREE char *ours = memory_format("%s/data/index.js", folder);
	bool other = !access(folder, F_OK) && access(ours, F_OK) && rmdir(folder);

	return other ? message_error(EXIT_USAGE,
			       "%s is there and holds no pages of a history; name a new folder",
			       folder)
		     : EXIT_FINE;
}

int history_write_pages(const struct screen *screens, size_t count, const char *folder)
{
	static const char *const assets[] = { "d3.js", "d3.txt", "numbers.js", "plot.js",
		"history.js", "page.css", "plot.css", "history.css" };
	AUTO_FREE char *data = memory_format("%s/data", folder);
	int code = check_folder(folder);

	code = code ? code : make_folder(folder);
	code = code ? code : make_folder(data);
	for (size_t i = 0; !code && i < sizeof(assets) / sizeof(assets[0]); i++) {
		struct asset asset = asset_find(assets[i]);

		code = write_file(folder, assets[i], asset.text, asset.size);
	}
	for (size_t i = 0; !code && i < count; i++)
		code = write_class(folder, &screens[i], i);
	code = code ? code : write_data(folder, "index", site_index(screens, count));
	code = code ? code
		    : write_file(folder, "index.html", index_page, sizeof(index_page) - 1);
	return code;
}
