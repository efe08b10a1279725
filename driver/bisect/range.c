/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/range.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/revision.h"

static void add(struct bisect *bisect, const char *hash, const char *subject)
{
	bisect->commits[bisect->count++] = (struct bisect_commit){ .hash = memory_text(hash),
		.subject = memory_text(subject),
		.share = NAN,
		.same_as = SIZE_MAX };
}

/* "HASH PARENT... TAB SUBJECT" of a commit; NULL if there is none. */
static char *ask(const char *name, struct err *e)
{
	AUTO_FREE char *commit = memory_format("%s^{commit}", name);
	char *text = git_ask(".", (const char *const[]){ "show", "-s", "--format=%H%x09%s",
					  "--end-of-options", commit, NULL });

	/* A range would be several commits, and what is left out of one none. */
	if (!text || !strchr(text, '\t') || strchr(text, '\n')) {
		free(text);
		text = NULL;
		bd_err(e,
			"git knows no commit '%s' here; bisect works in the repository of the "
			"working directory",
			name);
	}
	return text;
}

static void add_line(struct bisect *bisect, char *line)
{
	char *subject = strchr(line, '\t');

	*subject++ = '\0';
	add(bisect, line, subject);
}

static size_t count_lines(const char *text)
{
	size_t n = *text != '\0';

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* The first of the range must be a child of GOOD: else the two lie on different branches. */
static int check_parent(const struct bisect *bisect, const char *good, struct err *e)
{
	AUTO_FREE char *name = memory_format("%s^", bisect->commits[1].hash);
	AUTO_FREE char *parent = git_ask(
		".", (const char *const[]){ "rev-parse", "--verify", "--quiet", name, NULL });
	int rc = parent && !strcmp(parent, bisect->commits[0].hash) ? 0 : -1;

	if (rc)
		bd_err(e,
			"%s does not come before %s along first parents; name two commits of "
			"one branch, the good one first",
			good, bisect->options->bad);
	return rc;
}

int range_read(struct bisect *bisect, struct err *e)
{
	const struct bisect_options *o = bisect->options;
	AUTO_FREE char *good = ask(o->good, e), *bad = good ? ask(o->bad, e) : NULL;
	AUTO_FREE char *range = NULL, *text = NULL;
	char *rest;
	int rc = -1;

	if (bad) {
		range = memory_format("%.*s..%.*s", (int)strcspn(good, "\t"), good,
			(int)strcspn(bad, "\t"), bad);
		text = git_ask(".", (const char *const[]){ "log", "--first-parent", "--reverse",
					    "--format=%H%x09%s", range, NULL });
		if (!text || !*text)
			bd_err(e, "there is no commit between %s and %s", o->good, o->bad);
	}
	if (text && *text) {
		bisect->commits =
			memory_zeroed(count_lines(text) + 1, sizeof(*bisect->commits));
		add_line(bisect, good);
		for (rest = text; rest;)
			add_line(bisect, strsep(&rest, "\n"));
		rc = check_parent(bisect, o->good, e);
	}
	return rc;
}

size_t range_middle(
	size_t low, size_t high, bool (*may)(const void *ctx, size_t place), const void *ctx)
{
	size_t middle = low + (high - low) / 2;

	for (size_t far = 0; far < high - low; far++) {
		if (middle + far < high && middle + far > low && may(ctx, middle + far))
			return middle + far;
		if (middle > low + far && may(ctx, middle - far))
			return middle - far;
	}
	return high;
}
