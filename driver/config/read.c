/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/config/read.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
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

/* Shared by the callbacks of inih. The reader returns one line at a time, so `line` is also the
 * handler's line, which Debian's inih does not pass. */
struct config_reading {
	struct config *config;
	const char *path, *data;
	size_t size, at;
	unsigned line;
	char *folder;
	const struct config_section *section; /* NULL before the first */
	char *title;                          /* "suite classic" */
	void *target;                         /* what the section fills */
	struct table *seen;                   /* "SECTION\nKEY" -> line */
	bool failed;
	struct err *e;
};

static int reading_fail(struct config_reading *r, unsigned line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Keeps the first error and ends the reading. Returns -1. */
static int reading_fail(struct config_reading *r, unsigned line, const char *format, ...)
{
	va_list args;
	AUTO_FREE char *text = NULL;

	if (r->failed)
		return -1;
	va_start(args, format);
	text = memory_format_list(format, args);
	va_end(args);
	bd_err(r->e, "%s:%u: %s", r->path, line, text);
	r->failed = true;
	return -1;
}

static int already_seen(struct config_reading *r, const char *title, const char *key)
{
	AUTO_FREE char *id = memory_format("%s\n%s", title, key);
	int added;
	size_t *line = table_add(r->seen, id, r->line, &added);

	if (added)
		return 0;
	if (*key)
		return reading_fail(r, r->line,
			"key '%s' is repeated in [%s]; the first is in line %zu", key, title,
			*line);
	return reading_fail(
		r, r->line, "section [%s] is repeated; the first is in line %zu", title, *line);
}

static int check_command(struct config_reading *r, const struct config_suite *command)
{
	const char *value = command->printed.value.text;
	const char *missing = NULL;

	if (!command->command)
		missing = "no command; add: command = LINE";
	else if (value && !command->printed.unit.text)
		missing =
			"a value without a unit; add: unit = UNIT, which is one of " WHERE_UNITS
			", or where it stands";
	else if (!value && command->printed.unit.text)
		missing = "a unit without a value; add: value = WHERE";
	else if (!command->list && command->listed.text)
		missing = "list.name without a list; add: list = LINE";
	else if (command->list && !strstr(command->command, "{name}") &&
		 !(value && strstr(value, "{name}")))
		missing = "a list, but no {name} in its command or its value, so all names "
			  "would measure the same";
	return missing ? reading_fail(r, command->line, "[%s] has %s", r->title, missing) : 0;
}

static int close_section(struct config_reading *r)
{
	const struct config_suite *suite = r->target;

	if (r->section && !strcmp(r->section->name, "command"))
		return check_command(r, suite);
	if (!r->section || strcmp(r->section->name, "suite") != 0 || suite->path)
		return 0;
	return reading_fail(r, suite->line, "[%s] has no path; add: path = FILE", r->title);
}

static int check_section_name(struct config_reading *r, const char *kind, const char *name)
{
	if (!*name)
		return reading_fail(r, r->line, "[%s] needs a name: [%s NAME]", kind, kind);
	if (strlen(name) > NAME_MAX_LENGTH)
		return reading_fail(r, r->line,
			"the name of this section has more than %d bytes", NAME_MAX_LENGTH);
	for (const char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("._+-", *p))
			return reading_fail(r, r->line,
				"'%s' is not a name: use letters, digits and . _ + -", name);
	return 0;
}

static int unknown_section(struct config_reading *r, const char *word)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *title = memory_format("[%s]", word);
	const char *near;
	struct err gone;

	for (const struct config_section *s = config_sections; s->name; s++)
		string_list_add(&names, s->name);
	near = string_list_nearest(&names, word);
	if (gone_name(title, &gone))
		reading_fail(r, r->line, "%s", gone.text);
	else if (near)
		reading_fail(
			r, r->line, "unknown section [%s]; did you mean [%s]?", word, near);
	else
		reading_fail(r, r->line,
			"unknown section [%s]; known are [driver], [suite NAME], [command "
			"NAME], [profile NAME], [doctor] and [compare]",
			word);
	return -1;
}

static const struct config_section *section_find(const char *word)
{
	for (const struct config_section *s = config_sections; s->name; s++)
		if (strcmp(s->name, word) == 0)
			return s;
	return NULL;
}

/* title: what stands between the brackets, trimmed. */
static int open_section(struct config_reading *r, const char *title)
{
	size_t n = strcspn(title, " \t");
	AUTO_FREE char *word = memory_format("%.*s", (int)n, title);
	const char *name = title + n + strspn(title + n, " \t");
	int result;

	result = close_section(r);
	free(r->title);
	r->title = *name ? memory_format("%s %s", word, name) : memory_text(word);
	r->section = section_find(word);
	r->target = r->config;
	if (result == 0 && !r->section)
		result = unknown_section(r, word);
	else if (result == 0 && !r->section->named && *name)
		result = reading_fail(r, r->line, "[%s] takes no name", word);
	else if (result == 0 && r->section->named)
		result = check_section_name(r, word, name);
	if (result == 0)
		result = already_seen(r, r->title, "");
	if (result == 0 && (!strcmp(word, "suite") || !strcmp(word, "command")))
		r->target = config_add_suite(r->config, name, NULL, r->line);
	else if (result == 0 && strcmp(word, "profile") == 0)
		r->target = config_profile(r->config, name);
	if (result == 0 && !r->target)
		r->target = config_add_profile(r->config, name);
	if (result != 0)
		r->section = NULL; /* it has no target of its kind */
	return result;
}

/* inih truncates long section names and skips empty sections, so headers are read here. */
static int look_at_line(struct config_reading *r, const char *line, size_t length)
{
	const char *close;
	AUTO_FREE char *title = NULL;

	if (memchr(line, '\0', length))
		return reading_fail(
			r, r->line, "there is a NUL byte in this line: is it a text file?");
	if (r->line == 1 && length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0) {
		line += 3;
		length -= 3;
	}
	while (length && isspace((unsigned char)*line)) {
		line++;
		length--;
	}
	if (!length || *line != '[')
		return 0;
	line++;
	length--;
	close = memchr(line, ']', length);
	if (!close)
		return reading_fail(r, r->line, "the section is not closed: write [NAME]");
	for (const char *p = close + 1; p < line + length; p++)
		if (!isspace((unsigned char)*p))
			return reading_fail(
				r, r->line, "nothing may follow the ] of a section");
	while (line < close && isspace((unsigned char)*line))
		line++;
	while (close > line && isspace((unsigned char)close[-1]))
		close--;
	title = memory_format("%.*s", (int)(close - line), line);
	return open_section(r, title);
}

/* fgets() on memory, for inih: one whole line a call, NULL at the end or after an error. */
static char *next_line(char *out, int room, void *context)
{
	struct config_reading *r = context;
	const char *start = r->data + r->at, *newline;
	size_t length;

	if (r->failed || r->at >= r->size)
		return NULL;
	newline = memchr(start, '\n', r->size - r->at);
	length = newline ? (size_t)(newline - start) + 1 : r->size - r->at;
	r->line++;
	r->at += length;
	if (length > LINE_MAX_LENGTH || length + 1 > (size_t)room) {
		reading_fail(r, r->line, "the line has more than %d bytes", LINE_MAX_LENGTH);
		return NULL;
	}
	if (look_at_line(r, start, length))
		return NULL;
	memcpy(out, start, length);
	out[length] = '\0';
	return out;
}

/* inih may truncate the name of the section, so ours is used. Returns 1 to continue. */
static int handle(void *context, const char *section, const char *name, const char *value)
{
	struct config_reading *r = context;
	AUTO_FREE char *origin = memory_format("%s:%u", r->path, r->line);
	const struct config_place place = { r->folder, origin, r->config, r->target };
	struct config_key key;
	struct err why;
	int result;

	(void)section;
	if (r->failed)
		return 0;
	if (!r->section) {
		reading_fail(r, r->line,
			"'%s' stands before the first section; begin with [driver]", name);
		return 0;
	}
	if (config_key_find(r->section, name, &key, &why)) {
		reading_fail(r, r->line, "%s", why.text);
		return 0;
	}
	if (already_seen(r, r->title, name))
		return 0;
	result = config_key_store(&key, name, value, &place, &why);
	if (result)
		reading_fail(r, r->line, "%s: %s", name, why.text);
	return result == 0;
}

int config_read_buffer(
	struct config *config, const char *path, const char *data, size_t size, struct err *e)
{
	struct config_reading r = { .config = config,
		.path = path,
		.data = data,
		.size = size,
		.folder = strchr(path, '/') ? path_folder(path) : memory_text(""),
		.seen = table_new(),
		.e = e };
	int bad_line;

	config_init(config);
	config->path = memory_text(path);
	config->hash = memory_format("%016" PRIx64, bd_fnv1a(data, size, 0));
	ini_allow_multiline = false;
	ini_allow_inline_comments = false;
	ini_stop_on_first_error = true;
	ini_max_line = LINE_MAX_LENGTH + 8;
	bad_line = ini_parse_stream(next_line, &r, handle, &r);
	if (!r.failed && bad_line)
		reading_fail(&r, bad_line > 0 ? (unsigned)bad_line : 1,
			"this is neither [SECTION] nor KEY = VALUE nor a comment (# or ;)");
	close_section(&r);
	table_free(r.seen);
	free(r.title);
	free(r.folder);
	return r.failed ? -1 : 0;
}

static int read_config_file(int fd, const char *path, char **data, size_t *size, struct err *e)
{
	struct stat st;
	size_t capacity = 0;
	ssize_t n = 1;

	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		return bd_err(
			e, "%s: is not a regular file, so it cannot be a configuration", path);
	while (n > 0) {
		*data = memory_grow(*data, &capacity, *size + 65536, 1);
		n = read(fd, *data + *size, 65536);
		if (n < 0)
			return bd_err(e, "%s: %s", path, strerror(errno));
		*size += (size_t)n;
		if (*size > FILE_MAX_SIZE)
			return bd_err(
				e, "%s: is longer than %d MiB", path, FILE_MAX_SIZE >> 20);
	}
	return 0;
}

int config_read(struct config *config, const char *path, struct err *e)
{
	const char *name = path ? path : CONFIG_DEFAULT;
	AUTO_FREE char *data = NULL;
	size_t size = 0;
	int fd, result;

	config_init(config);
	/* A pipe must not block the open. */
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) {
		if (!path && errno == ENOENT)
			return 0;
		return bd_err(
			e, "%s: the configuration cannot be opened: %s", name, strerror(errno));
	}
	result = read_config_file(fd, name, &data, &size, e);
	close(fd);
	if (result == 0) {
		config_release(config);
		result = config_read_buffer(config, name, data, size, e);
	}
	return result;
}
