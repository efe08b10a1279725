/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "compare/base/string_list.h"
#include "driver/code/elf_image.h"
#include "driver/suite/adapter.h"
#include "driver/suite/parse.h"
#include "harness/options.h"
#include "harness/turn.h"

/* The protocol of docs/HARNESS.md, as our own harness and any other program may speak it. */

static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	string_list_split(args, "--list --format json", " ");
	return dialect == 0;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	return suite_parse(suite, answer->text, answer->size, e);
}

/* A suite that was built with an older harness needs to know only what is not the default. */
static void add_time(
	struct string_list *args, const char *option, int64_t ns, int64_t otherwise)
{
	if (ns == 0 || ns == otherwise)
		return;
	string_list_add(args, option);
	string_list_addf(args, "%" PRId64 "ns", ns);
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	string_list_add(args, r->benchmark);
	if (r->iterations > 0) {
		string_list_add(args, "--iterations");
		string_list_addf(args, "%" PRId64, r->iterations);
	}
	/* In turns, a suite that is not told fills its launch time. */
	if (r->samples > 0 || !r->in_turns) {
		string_list_add(args, "--samples");
		string_list_addf(
			args, "%" PRId64, r->samples > 0 ? r->samples : BD_SAMPLES_DEFAULT);
	}
	string_list_add(args, "--launch-time");
	string_list_addf(args, "%" PRId64 "ns", r->launch_time_ns);
	string_list_add(args, "--out-fd");
	string_list_addf(args, "%d", JOB_ROW_FD);
	if (r->profile)
		string_list_add(args, "--profile");
	if (r->in_turns) {
		string_list_add(args, "--turn-fd");
		string_list_addf(args, "%d", JOB_TURN_FD);
		add_time(args, "--slice", r->slice_ns, BD_TURN_SLICE_NS);
		add_time(args, "--settle", r->settle_ns, BD_TURN_SETTLE_NS);
	}
}

const struct adapter adapter_bdriver = {
	.name = "bdriver",
	.recognises = image_is_suite,
	.ask = ask_for_list,
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_ROW,
	.read = launch_reading_row,
	.warms_up = true,
};
