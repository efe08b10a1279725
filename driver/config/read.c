/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/read.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/base/file_text.h"
#include "driver/base/path.h"
#include "driver/base/where.h"
#include "driver/cli/gone.h"
#include "driver/config/config.h"
#include "driver/config/keys.h"
#include "harness/base/hash.h"

enum {
	LINE_MAX_LENGTH = 4000,
	FILE_MAX_SIZE = 16 << 20,
	NAME_MAX_LENGTH = 100,
};

struct reading {
	struct config *config;
	const char *folder;                   /* of the file */
	unsigned line;                        /* that an error is about */
	const struct config_section *section; /* NULL before the first */
	char *title;                          /* "suite classic" */
	void *target;                         /* what the section fills */
	struct table *seen;                   /* "SECTION\nKEY" -> line */
	struct lines lines;
	int rc; /* -1 after an error, which `why` has */
	struct err why;
};

static int check_seen(struct reading *r, const char *key, struct err *e)
{
	AUTO_FREE char *id = memory_format("%s\n%s", r->title, key);
	int added;
	size_t *line = table_add(r->seen, id, r->line, &added);

	if (added)
		return 0;
	return *key ? bd_err(e, "key '%s' is repeated in [%s]; the first is in line %zu", key,
			      r->title, *line)
		    : bd_err(e, "section [%s] is repeated; the first is in line %zu", r->title,
			      *line);
}

static const char *missing_of(const struct config_suite *command)
{
	const char *value = command->printed.value.text;

	if (!command->command)
		return "no command; add: command = LINE";
	if (value && !command->printed.unit.text)
		return "a value without a unit; add: unit = UNIT, which is one of " WHERE_UNITS
		       ", or where it stands";
	if (!value && command->printed.unit.text)
		return "a unit without a value; add: value = WHERE";
	if (!command->list && command->listed.text)
		return "list.name without a list; add: list = LINE";
	if (command->list && !strstr(command->command, "{name}") &&
		!(value && strstr(value, "{name}")))
		return "a list, but no {name} in its command or its value, so all names would "
		       "measure the same";
	return NULL;
}

static int close_section(struct reading *r, struct err *e)
{
	const char *name = r->section ? r->section->name : "", *missing = NULL;
	const struct config_suite *suite = r->target;

	if (!strcmp(name, "command"))
		missing = missing_of(suite);
	else if (!strcmp(name, "suite") && !suite->path)
		missing = "no path; add: path = FILE";
	if (!missing)
		return 0;
	r->line = suite->line;
	return bd_err(e, "[%s] has %s", r->title, missing);
}

static int check_name(const char *kind, const char *name, struct err *e)
{
	if (!*name)
		return bd_err(e, "[%s] needs a name: [%s NAME]", kind, kind);
	if (strlen(name) > NAME_MAX_LENGTH)
		return bd_err(
			e, "the name of this section has more than %d bytes", NAME_MAX_LENGTH);
	for (const char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("._+-", *p))
			return bd_err(
				e, "'%s' is not a name: use letters, digits and . _ + -", name);
	return 0;
}

static const struct config_section *find_section(const char *word, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *title = memory_format("[%s]", word);
	const char *near;

	for (const struct config_section *s = config_sections; s->name; s++) {
		if (strcmp(s->name, word) == 0)
			return s;
		string_list_add(&names, s->name);
	}
	near = string_list_nearest(&names, word);
	if (gone_name(title, e))
		return NULL;
	if (near)
		bd_err(e, "unknown section [%s]; did you mean [%s]?", word, near);
	else
		bd_err(e,
			"unknown section [%s]; known are [driver], [suite NAME], [command "
			"NAME], [profile NAME], [doctor] and [compare]",
			word);
	return NULL;
}

/* title: what stands between the brackets, trimmed. */
static int open_section(struct reading *r, const char *title, struct err *e)
{
	size_t n = strcspn(title, " \t");
	AUTO_FREE char *word = memory_format("%.*s", (int)n, title);
	const char *name = title + n + strspn(title + n, " \t");

	if (close_section(r, e))
		return -1;
	free(r->title);
	r->title = *name ? memory_format("%s %s", word, name) : memory_text(word);
	r->section = find_section(word, e);
	if (!r->section)
		return -1;
	r->target = r->config;
	if (!r->section->open && *name)
		return bd_err(e, "[%s] takes no name", word);
	if ((r->section->open && check_name(word, name, e)) || check_seen(r, "", e))
		return -1;
	if (r->section->open)
		r->target = r->section->open(r->config, name, r->line);
	return 0;
}

/* Terminates the text before the blanks at its end; returns what stands behind those before it.
 */
static char *trim(char *text)
{
	size_t n = strlen(text);

	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	text[n] = '\0';
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

static int take_header(struct reading *r, char *text, struct err *e)
{
	char *close = strchr(text, ']');

	if (!close)
		return bd_err(e, "the section is not closed: write [NAME]");
	if (close[1])
		return bd_err(e, "nothing may follow the ] of a section");
	*close = '\0';
	return open_section(r, trim(text), e);
}

/* fgets() for inih. It cuts the names of sections and skips empty ones, so their lines are
 * taken here, and it gets an empty one. NULL at the end or after an error. */
static char *next_line(char *out, int room, void *context)
{
	struct reading *r = context;
	const struct lines *lines = &r->lines;
	char *text;

	if (r->rc || (r->rc = lines_next(&r->lines, &r->why)) <= 0)
		return NULL;
	r->line = lines->number;
	r->rc = 0;
	if (lines->size > LINE_MAX_LENGTH || lines->size >= (size_t)room)
		r->rc = bd_err(&r->why, "the line has more than %d bytes", LINE_MAX_LENGTH);
	else if (memchr(lines->text, '\0', lines->size))
		r->rc = bd_err(&r->why, "there is a NUL byte in this line: is it a text file?");
	text = r->rc ? "" : trim(lines->text);
	if (*text == '[') {
		r->rc = take_header(r, text + 1, &r->why);
		text = "";
	}
	return r->rc ? NULL : memcpy(out, text, strlen(text) + 1);
}

/* As inih wants it: 0 ends the reading. */
static int take_key(void *context, const char *section, const char *key, const char *text)
{
	struct reading *r = context;
	AUTO_FREE char *origin = memory_format("%s:%u", r->lines.path, r->line);
	struct config_value value = {
		.text = text, .folder = r->folder, .origin = origin, .config = r->config
	};

	(void)section;
	if (!r->section)
		r->rc = bd_err(&r->why,
			"'%s' stands before the first section; begin with [driver]", key);
	else if (check_seen(r, key, &r->why) ||
		 config_store(r->section, key, r->target, &value, &r->why))
		r->rc = -1;
	return !r->rc;
}

/* Debian's inih takes its options as variables. */
static void read_lines(struct reading *r)
{
	int wrong;

	ini_allow_multiline = false;
	ini_allow_inline_comments = false;
	ini_stop_on_first_error = true;
	ini_max_line = LINE_MAX_LENGTH + 8;
	wrong = ini_parse_stream(next_line, r, take_key, r);
	if (!r->rc && wrong)
		r->rc = bd_err(&r->why,
			"this is neither [SECTION] nor KEY = VALUE nor a comment (# or ;)");
}

int config_read_buffer(
	struct config *config, const char *path, const char *data, size_t size, struct err *e)
{
	AUTO_FREE char *folder = strchr(path, '/') ? path_folder(path) : memory_text("");
	AUTO_TABLE struct table *seen = table_new();
	struct reading r = { .config = config, .folder = folder, .seen = seen };
	const char *head;

	config_init(config);
	config->path = config_text(config, path);
	config->hash = memory_format("%016" PRIx64, bd_fnv1a(data, size, 0));
	lines_open_buffer(&r.lines, path, data, size);
	r.rc = lines_head(&r.lines, &head, &size, &r.why);
	if (!r.rc)
		read_lines(&r);
	if (!r.rc)
		r.rc = close_section(&r, &r.why);
	free(r.title);
	lines_release(&r.lines);
	return r.rc ? bd_err(e, "%s:%u: %s", path, r.line, r.why.text) : 0;
}

static int read_file(struct config *config, const char *path, struct err *e)
{
	const char *name = path ? path : CONFIG_DEFAULT;
	size_t size = 0;
	AUTO_FREE char *data = file_text(name, &size);

	if (data && size <= FILE_MAX_SIZE)
		return config_read_buffer(config, name, data, size, e);
	config_init(config);
	if (data)
		return bd_err(e, "%s: is longer than %d MiB", name, FILE_MAX_SIZE >> 20);
	if (!path && errno == ENOENT)
		return 0;
	return errno == ENOTSUP
		       ? bd_err(e, "%s: is not a regular file, so it cannot be a configuration",
				 name)
		       : bd_err(e, "%s: the configuration cannot be opened: %s", name,
				 strerror(errno));
}

int config_read(struct config *config, const struct shared_options *options, struct err *e)
{
	if (read_file(config, options->config, e))
		return -1;
	config_set_asking(config, options);
	return config_add_commands(config, &options->commands, e);
}
