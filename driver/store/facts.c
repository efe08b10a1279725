/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/facts.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/revision.h"
#include "driver/store/night.h"

/* Clocks of machines differ, and so do time zones that a log does not tell. */
#define AHEAD_MOST_S 86400

static const char *skip_one(const char *text, const char *of)
{
	return *text && strchr(of, *text) ? text + 1 : text;
}

/* Copies n digits; NULL if there are fewer. */
static const char *take_digits(const char *text, size_t n, char *to)
{
	if (!text || strspn(text, "0123456789") < n)
		return NULL;
	memcpy(to, text, n);
	return text + n;
}

static int64_t time_at(const char *text)
{
	char date[] = "0000-00-00T00:00:00Z";
	const char *p = take_digits(text, 4, date);
	int64_t day, whole;

	p = take_digits(p ? skip_one(p, "-_.") : NULL, 2, date + 5);
	p = take_digits(p ? skip_one(p, "-_.") : NULL, 2, date + 8);
	day = p && !strchr("0", date[0]) ? iso_time(date) : -1;
	p = take_digits(p ? skip_one(p, "T_- .") : NULL, 2, date + 11);
	p = take_digits(p ? skip_one(p, ":-_") : NULL, 2, date + 14);
	p = take_digits(p ? skip_one(p, ":-_") : NULL, 2, date + 17);
	whole = p && day >= 0 ? iso_time(date) : -1;
	return whole >= 0 ? whole : day;
}

int64_t facts_date_in(const char *name)
{
	for (const char *p = name; *p; p++) {
		int64_t time = p > name && isdigit((unsigned char)p[-1]) ? -1 : time_at(p);

		if (time >= 0)
			return time;
	}
	return -1;
}

char *facts_commit_in(const char *name)
{
	const char *best = NULL;
	size_t longest = 6, n;

	for (const char *p = name; *p; p += n ? n : 1) {
		n = strspn(p, "0123456789abcdefABCDEF");
		if (n <= longest || n > 40 || strspn(p, "0123456789") == n ||
			isalnum((unsigned char)p[n]) ||
			(p > name && isalnum((unsigned char)p[-1])))
			continue;
		best = p;
		longest = n;
	}
	return best ? memory_format("%.*s", (int)longest, best) : NULL;
}

/* The name of the commit that git is asked for; *name is owned, NULL: none. */
static int find_commit(
	char **name, const struct log *log, const struct store_facts *facts, struct err *e)
{
	const char *said = log_meta(log, "revision");
	bool by_name = facts->revision_from && !strcmp(facts->revision_from, "name");

	*name = NULL;
	if (facts->revision)
		*name = memory_text(facts->revision);
	else if (by_name)
		*name = facts_commit_in(path_name(log->path));
	else if (said && *said && (facts->revision_from || facts->date_from))
		*name = memory_text(said);
	if (*name || !facts->revision_from)
		return 0;
	return by_name ? bd_err(e,
				 "%s: its name holds no commit (a word of 7 to 40 hexadecimal "
				 "digits); give --revision",
				 log->path)
		       : bd_err(e,
				 "%s: names no commit; give --revision, or --revision-from "
				 "name",
				 log->path);
}

static int undated(const struct log *log, struct err *e)
{
	static const char help[] = "give --date-from name, mtime or git, or --date DATE";
	const char *said = log_meta(log, "started");

	if (!said || !*said)
		return bd_err(e, "%s: does not say when it was measured; %s", log->path, help);
	return bd_err(e, "%s: '%s' is no date such as 2026-01-31T02:00:00+01:00; %s", log->path,
		said, help);
}

static int file_time(int64_t *time, const char *path, struct err *e)
{
	struct stat info;

	if (stat(path, &info))
		return bd_err(e, "%s: has no date of a file: %s; give --date DATE", path,
			strerror(errno));
	*time = info.st_mtime;
	return 0;
}

/* *time: -1 if nothing is given and the log says it itself. */
static int find_time(int64_t *time, const struct log *log, const struct store_facts *facts,
	const struct revision *revision, struct err *e)
{
	const char *from = facts->date_from;

	*time = -1;
	if (facts->date) {
		*time = iso_time(facts->date);
		return *time >= 0 ? 0
				  : bd_err(e,
					    "--date %s: is no date; write 2026-01-31 or "
					    "2026-01-31T02:00:00+01:00",
					    facts->date);
	}
	if (!from)
		return iso_time(log_meta(log, "started")) >= 0 ? 0 : undated(log, e);
	if (!strcmp(from, "mtime"))
		return file_time(time, log->path, e);
	*time = !strcmp(from, "git") ? (revision->hash ? revision->committed : -1)
				     : facts_date_in(path_name(log->path));
	if (*time >= 0)
		return 0;
	return !strcmp(from, "git")
		       ? bd_err(e,
				 "%s: has no commit whose date could be taken; give "
				 "--revision, or --revision-from context or name",
				 log->path)
		       : bd_err(e,
				 "%s: its name holds no date such as 2026-01-31 or "
				 "20260131_020000; give --date-from mtime or git, or --date "
				 "DATE",
				 log->path);
}

/* A night of the future would be the last one for ever. */
static int check_time(const struct log *log, int64_t given, struct err *e)
{
	int64_t when = given >= 0 ? given : night_started(log);
	char text[ISO_TEXT_SIZE];

	if (when <= time(NULL) + AHEAD_MOST_S)
		return 0;
	iso_text(text, when);
	return bd_err(e,
		"%s: its date %s is more than a day after today's; if that is a wrong clock, "
		"set it and give the true date with --date, or --date-from name, mtime or git",
		log->path, text);
}

static void put_number(struct log_line *head, const char *key, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	log_line_meta(head, key, text);
}

static void put_revision(struct log_line *head, const struct revision *revision)
{
	log_line_meta(head, "history.revision", revision->hash);
	if (revision->height >= 0)
		put_number(head, "history.height", revision->height);
	put_number(head, "history.committed", revision->committed);
	log_line_meta(head, "history.author", revision->author);
	log_line_meta(head, "history.subject", revision->subject);
}

int facts_head(struct log_line *head, const struct log *log, const struct store_facts *facts,
	struct err *e)
{
	AUTO(revision_release) struct revision revision = { 0 };
	AUTO_FREE char *commit = NULL;
	char text[ISO_TEXT_SIZE];
	int64_t started = -1;
	/* The revision is that of tonight's build, not of what stood beside it. */
	const char *build = log->benchmark_count ? log->benchmarks[0].build : "";
	int rc = strcmp(night_role(build), "now") ? 0 : find_commit(&commit, log, facts, e);

	if (!rc && commit)
		rc = revision_ask(&revision, facts->repository, commit, e);
	rc = rc ? rc : find_time(&started, log, facts, &revision, e);
	rc = rc ? rc : check_time(log, started, e);
	if (!rc && facts->machine)
		log_line_meta(head, "history.machine", facts->machine);
	if (!rc && started >= 0) {
		iso_text(text, started);
		log_line_meta(head, "history.started", text);
	}
	if (!rc && revision.hash)
		put_revision(head, &revision);
	log_line_put(head, ""); /* it has memory in any case */
	head->text = memory_grow(head->text, &head->capacity, head->size + 1, 1);
	head->text[head->size] = '\0';
	return rc;
}
