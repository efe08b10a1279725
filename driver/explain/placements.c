/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: placement i of a build is the suite linked with a seed of its own. Its fingerprint of
 * the benchmark must be that of the measured build, so only places differ. Placement i of the
 * old build and of the new one are measured in a paired run, which gives one change.
 */
#include "driver/explain/placements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/read.h"
#include "compare/report/words.h"
#include "compare/verdict/comparison.h"
#include "driver/base/child.h"
#include "driver/base/file_text.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/code/suite_code.h"
#include "driver/config/config.h"
#include "driver/exec/process_sweep.h"
#include "driver/suite/suite.h"
#include "harness/base/clock.h"

/* Of a paired run. Many short launches: each gets other pages of memory, which move some times
 * by a fifth, and what is left of the noise counts as place. */
#define RUN          "bdriver run -q --all --force -r 8 --launch-time 20ms -o"
#define SIGNAL       128
#define RELINK_SHELL "/bin/sh"

static const char *const names[] = { "old", "new" };

struct placing {
	struct placements *placements;
	const struct suite *const *suites;
	const struct row *row;
	char *folder; /* of the suite */
	char fingerprints[2][CODE_TEXT];
	uint64_t deadline_ns; /* 0: none */
};

/* FOLDER/3-old, for --old. The caller frees it. */
static char *build_folder(const struct placing *p, unsigned placement, int build)
{
	return memory_format("%s/%u-%s", p->folder, placement, names[build]);
}

/* Of what the command said, the last line. */
static int refuse(const char *said, int code, struct err *e)
{
	AUTO_FREE char *text = file_text(said, NULL);
	char *end = text ? text + strlen(text) : NULL, *line;

	while (end > text && strchr("\r\n", end[-1]))
		*--end = '\0';
	line = text ? strrchr(text, '\n') : NULL;
	line = line ? line + 1 : text;
	return bd_err(e, "--relink %s %d%s%s",
		code > SIGNAL ? "was ended by signal" : "ended with exit code",
		code > SIGNAL ? code - SIGNAL : code, line && *line ? ": " : "",
		line ? line : "");
}

static int run_command(const struct placing *p, unsigned placement, int build,
	const char *output, struct err *e)
{
	AUTO_FREE char *said = memory_format("%s/relink.err", p->folder);
	/* Absolute, as the command may go elsewhere. */
	AUTO_FREE char *real = realpath(p->suites[build]->path, NULL);
	AUTO_FREE char *suite = memory_format("BDRIVER_SUITE=%s", real ? real : "");
	AUTO_FREE char *seed = memory_format("BDRIVER_SEED=%u", placement + 1);
	AUTO_FREE char *out = memory_format("BDRIVER_OUTPUT=%s", output);
	const struct child child = { .program = RELINK_SHELL,
		.words = (const char *const[]){ "sh", "-c", p->placements->command, NULL },
		.env = (const char *const[]){ suite, seed, out, NULL },
		.out = said,
		.in_group = true,
		.after = sweep_orphans, /* what left its group */
		.deadline_ns = p->deadline_ns };
	int code = child_run(&child, e);

	if (code > 0)
		return refuse(said, code, e);
	if (!code && access(output, X_OK))
		return bd_err(e, "--relink made no executable $BDRIVER_OUTPUT");
	return code;
}

/* "": not known. */
static void read_fingerprint(
	const char *path, char *const *env, const char *benchmark, char text[CODE_TEXT])
{
	struct suite_code code = { 0 };

	*text = '\0';
	if (!suite_code_read(&code, path, env, NULL))
		snprintf(text, CODE_TEXT, "%s", suite_code_find(&code, benchmark)->fingerprint);
	suite_code_release(&code);
}

/* Links the placement unless it is there. */
static int link_build(const struct placing *p, unsigned placement, int build, struct err *e)
{
	AUTO_FREE char *folder = build_folder(p, placement, build);
	AUTO_FREE char *output =
		memory_format("%s/%s", folder, path_name(p->suites[build]->path));
	char fingerprint[CODE_TEXT];
	int rc = 0;

	if (access(output, X_OK)) {
		rc = path_make_folder(folder, 0700, e);
		rc = rc ? rc : run_command(p, placement, build, output, e);
	}
	if (rc)
		return rc;
	read_fingerprint(
		output, p->suites[build]->settings->env.items, p->row->name, fingerprint);
	if (!*p->fingerprints[build] || !*fingerprint)
		return bd_err(e, "cannot see that --relink links the same code; link both "
				 "builds with -Wl,--emit-relocs");
	return strcmp(p->fingerprints[build], fingerprint)
		       ? bd_err(e, "--relink links other code than was measured")
		       : 0;
}

static int start_run(
	const struct placing *p, unsigned placement, const char *out, struct err *e)
{
	AUTO_FREE char *old = build_folder(p, placement, 0),
		       *new = build_folder(p, placement, 1);
	AUTO_FREE char *said = memory_format("%s.err", out);
	AUTO(string_list_release) struct string_list words = { 0 };
	struct child child = { .program = "/proc/self/exe", .err = said, .in_group = true };
	int code;

	string_list_split(&words, RUN, " ");
	string_list_add(&words, out);
	string_list_add(&words, "--old");
	string_list_add(&words, old);
	string_list_add(&words, "--new");
	string_list_add(&words, new);
	if (p->placements->config)
		string_list_addf(&words, "--config=%s", p->placements->config);
	string_list_add(&words, "--");
	string_list_add(&words, p->row->name);
	child.words = (const char *const *)words.items;
	code = child_run(&child, e);
	return code > SIGNAL ? bd_err(e, "a run of what --relink made was ended by signal %d",
				       code - SIGNAL)
	       : code > EXIT_UNMEASURED || code == EXIT_USAGE
		       ? bd_err(e, "a run of what --relink made failed with exit code %d", code)
	       : code < 0 ? -1
			  : 0;
}

/* ln(new / old) of the run; NAN: it could not measure the benchmark. */
static double read_change(const char *out)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct comparison comparison = { 0 };
	struct log logs[2] = { 0 };
	double change = NAN;
	bool fine = true;

	options.rule = RULE_PAIRED;
	options.judge_same_code = true;
	for (int b = 0; b < 2; b++) {
		AUTO_FREE char *path = memory_format("%s/%s.log", out, names[b]);

		fine = fine && !log_read(&logs[b], path, LOG_KEEP_SUMMARIES, NULL);
	}
	if (fine && !comparison_make(&comparison, &logs[0], &logs[1], &options, NULL))
		change = comparison.row_count ? log(comparison.rows[0].time.ratio) : NAN;
	comparison_release(&comparison);
	for (int b = 0; b < 2; b++)
		log_release(&logs[b]);
	return change;
}

static int measure_one(
	const struct placing *p, unsigned placement, double *change, struct err *e)
{
	AUTO_FREE char *out = memory_format("%s/run%zu", p->folder, p->placements->runs++);
	int rc = 0;

	for (int b = 0; b < 2 && !rc; b++)
		rc = link_build(p, placement, b, e);
	rc = rc ? rc : start_run(p, placement, out, e);
	*change = rc ? NAN : read_change(out);
	if (!rc && !isfinite(*change))
		rc = bd_err(e, "a run of what --relink made could not measure it");
	scratch_remove(out);
	return rc;
}

static int open_folder(struct placing *p, struct err *e)
{
	struct scratch *scratch = &p->placements->scratch;

	if (!scratch->folder && scratch_make(scratch, NULL, "explain", e))
		return -1;
	p->folder = memory_format("%s/%s", scratch->folder, p->row->suite);
	/* Of a suite in a folder. */
	for (char *c = p->folder + strlen(scratch->folder) + 1; (c = strchr(c, '/'));)
		*c = '+';
	for (int b = 0; b < 2; b++)
		read_fingerprint(p->suites[b]->path, p->suites[b]->settings->env.items,
			p->row->name, p->fingerprints[b]);
	return path_make_folder(p->folder, 0700, e);
}

static bool is_late(const struct placing *p)
{
	return p->deadline_ns && bd_clock_ns() >= p->deadline_ns;
}

/* Measures up to `count` placements in all, of which *done are there. */
static int measure_more(
	const struct placing *p, unsigned count, double *changes, unsigned *done, struct err *e)
{
	int rc = 0;

	while (!rc && *done < count && !is_late(p)) {
		rc = measure_one(p, *done, &changes[*done], e);
		*done += !rc;
		/* What failed then may have been killed for it. */
		if (rc && is_late(p)) {
			e->text[0] = '\0';
			rc = 0;
		}
	}
	return rc;
}

/* Twice as many for each look that is undecided. */
static int measure_all(const struct placing *p, struct place_effect *effect, struct err *e)
{
	const struct row *row = p->row;
	unsigned count = p->placements->count > 0 ? (unsigned)p->placements->count : PLACEMENTS;
	unsigned done = 0;
	unsigned looks = change_is_called(&row->time) ? PLACE_LOOKS : 1;
	AUTO_FREE double *changes =
		memory_zeroed((size_t)count << (looks - 1), sizeof(*changes));
	int rc = 0;

	for (unsigned look = 0; look < looks && effect->answer == PLACE_UNDECIDED; look++) {
		rc = measure_more(p, count << look, changes, &done, e);
		if (rc)
			return rc;
		*effect = place_effect_of(changes, done, log(row->time.ratio));
		if (done < count << look)
			break;
	}
	if (done < PLACE_LEAST)
		return bd_err(e, "the time is up after %u placement%s; give a larger --budget",
			done, done == 1 ? "" : "s");
	return 0;
}

int placements_measure(struct placements *placements, const struct suite *const suites[2],
	const struct row *row, uint64_t deadline_ns, struct place_effect *effect, struct err *e)
{
	struct placing p = { placements, suites, row, .deadline_ns = deadline_ns };
	int rc;

	*effect = (struct place_effect){ 0 };
	if (!placements->command)
		return bd_err(e, "not tested; --relink CMD links both builds at other places");
	rc = open_folder(&p, e);
	if (!rc)
		rc = measure_all(&p, effect, e);
	if (rc)
		*effect = (struct place_effect){ 0 };
	free(p.folder);
	return rc;
}

void placements_release(struct placements *placements)
{
	scratch_release(&placements->scratch);
}
