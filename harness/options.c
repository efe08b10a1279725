/* SPDX-License-Identifier: MIT */
#include "harness/options.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/turn.h"

/* Above all characters: getopt's optopt is below only for a short option, and there are none.
 */
enum {
	OPTION_LIST = 256,
	OPTION_FORMAT,
	OPTION_ITERATIONS,
	OPTION_SAMPLES,
	OPTION_LAUNCH_TIME,
	OPTION_OUT_FD,
	OPTION_TURN_FD,
	OPTION_SLICE,
	OPTION_SETTLE,
	OPTION_PROFILE,
	OPTION_HELP,
};

static const struct option long_options[] = {
	{ "list", no_argument, NULL, OPTION_LIST },
	{ "format", required_argument, NULL, OPTION_FORMAT },
	{ "iterations", required_argument, NULL, OPTION_ITERATIONS },
	{ "samples", required_argument, NULL, OPTION_SAMPLES },
	{ "launch-time", required_argument, NULL, OPTION_LAUNCH_TIME },
	{ "out-fd", required_argument, NULL, OPTION_OUT_FD },
	{ "turn-fd", required_argument, NULL, OPTION_TURN_FD },
	{ "slice", required_argument, NULL, OPTION_SLICE },
	{ "settle", required_argument, NULL, OPTION_SETTLE },
	{ "profile", no_argument, NULL, OPTION_PROFILE },
	{ "help", no_argument, NULL, OPTION_HELP },
	{ 0 },
};

const char *bd_options_help(void)
{
	return "Usage: SUITE --list [--format text|json]\n"
	       "       SUITE NAME... [OPTION...]\n"
	       "\n"
	       "Measures benchmarks of this suite. NAME is a name or a glob ('*': all).\n"
	       "\n"
	       "  --iterations N        iterations per sample (default: tuned)\n"
	       "  --samples N           take at most N samples (default: 200)\n"
	       "  --launch-time TIME    start no sample after TIME (default: 100ms)\n"
	       "  --profile             sample addresses for TIME, with --iterations and "
	       "--out-fd\n"
	       "  --out-fd N            write one row for bdriver to descriptor N\n"
	       "  --turn-fd N           interleave with the launch at the other end of socket "
	       "N\n"
	       "  --slice TIME          length of a turn of interleaving (default: 10ms)\n"
	       "  --settle TIME         keep no sample of the first TIME of a turn (default: "
	       "2ms)\n"
	       "  --list                list the benchmarks\n"
	       "  --format text|json    format of the list (default: text)\n"
	       "  --help                print this help\n"
	       "\n"
	       "TIME needs a unit: ns, us, ms, s, m or h. Exit codes: 0 success, 1 a\n"
	       "benchmark failed (without --out-fd), 2 wrong usage, 4 the row could not\n"
	       "be written.\n";
}

int bd_duration_parse(const char *text, int64_t *ns, struct err *e)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { "m", 60e9 },
		{ "h", 3600e9 } };
	char *end = (char *)text;
	double value = isdigit((unsigned char)*text) ? strtod(text, &end) : 0;

	if (end == text || text[1] == 'x' || text[1] == 'X')
		return bd_err(e, "'%s' is no duration: write it as 500ms, 2s or 20m", text);
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		double product = value * units[i].ns;

		if (strcmp(end, units[i].name) != 0)
			continue;
		if (product < 1 || product > 3.6e15)
			return bd_err(e, "duration '%s' is out of range (1ns to 1000h)", text);
		*ns = (int64_t)product;
		return 0;
	}
	return bd_err(
		e, "duration '%s' needs a unit: ns, us, ms, s, m or h, as in 500ms", text);
}

static int parse_count(const char *option, const char *text, int64_t low, int64_t high,
	int64_t *value, struct err *e)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || errno || *value < low || *value > high)
		return bd_err(e, "%s needs a whole number from %lld to %lld, not '%s'", option,
			(long long)low, (long long)high, text);
	return 0;
}

static int parse_out_fd(struct bd_options *o, const char *text, struct err *e)
{
	int64_t fd;
	int mode;

	if (parse_count("--out-fd", text, 0, 1 << 20, &fd, e) != 0)
		return -1;
	mode = fcntl((int)fd, F_GETFL);
	if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY)
		return bd_err(
			e, "--out-fd %s: descriptor %s is not open for writing", text, text);
	o->out_fd = (int)fd;
	return 0;
}

static int parse_turn_fd(struct bd_options *o, const char *text, struct err *e)
{
	int64_t fd;
	struct stat info;

	if (parse_count("--turn-fd", text, 0, 1 << 20, &fd, e) != 0)
		return -1;
	if (fstat((int)fd, &info) != 0 || !S_ISSOCK(info.st_mode))
		return bd_err(e, "--turn-fd %s: descriptor %s is no socket", text, text);
	o->turn_fd = (int)fd;
	return 0;
}

static int parse_format(struct bd_options *o, const char *text, struct err *e)
{
	o->json = strcmp(text, "json") == 0;
	if (!o->json && strcmp(text, "text") != 0)
		return bd_err(e, "--format is text or json, not '%s'", text);
	return 0;
}

static int parse_option(struct bd_options *o, int option, char **argv, struct err *e)
{
	switch (option) {
	case OPTION_LIST:
		o->list = 1;
		return 0;
	case OPTION_PROFILE:
		o->profile = 1;
		return 0;
	case OPTION_HELP:
		o->help = 1;
		return 0;
	case OPTION_FORMAT:
		return parse_format(o, optarg, e);
	case OPTION_ITERATIONS:
		return parse_count("--iterations", optarg, 1, 1000000000000, &o->iterations, e);
	case OPTION_SAMPLES:
		o->samples_end = 1;
		return parse_count("--samples", optarg, 1, BD_SAMPLES_MAX, &o->samples, e);
	case OPTION_LAUNCH_TIME:
		return bd_duration_parse(optarg, &o->launch_time_ns, e);
	case OPTION_OUT_FD:
		return parse_out_fd(o, optarg, e);
	case OPTION_TURN_FD:
		return parse_turn_fd(o, optarg, e);
	case OPTION_SLICE:
		return bd_duration_parse(optarg, &o->slice_ns, e);
	case OPTION_SETTLE:
		return bd_duration_parse(optarg, &o->settle_ns, e);
	case ':':
		return bd_err(e, "%s needs a value; see --help", argv[optind - 1]);
	default:
		if (optopt > 0 && optopt < OPTION_LIST)
			return bd_err(e, "unknown option '-%c'; see --help", optopt);
		if (!strcmp(argv[optind - 1], "--regress"))
			return bd_err(e, "--regress is gone: use bdriver fit");
		return bd_err(e, "unknown option '%s'; see --help", argv[optind - 1]);
	}
}

static int check_together(const struct bd_options *o, struct err *e)
{
	if (o->help)
		return 0;
	if (o->list && o->name_count)
		return bd_err(e, "--list lists all benchmarks: leave out '%s'", o->names[0]);
	if (o->json && !o->list)
		return bd_err(e, "--format goes with --list");
	if (!o->list && !o->name_count)
		return bd_err(e, "name a benchmark ('*' for all), or use --list or --help");
	if (o->out_fd >= 0 && o->name_count != 1)
		return bd_err(e, "--out-fd takes exactly one NAME");
	if (o->turn_fd >= 0 && o->out_fd < 0)
		return bd_err(e, "--turn-fd goes with --out-fd");
	if (o->profile && (o->out_fd < 0 || !o->iterations || o->turn_fd >= 0))
		return bd_err(e, "--profile goes with --out-fd and --iterations alone");
	return 0;
}

int bd_options_parse(struct bd_options *options, int argc, char **argv, struct err *e)
{
	int option;

	*options = (struct bd_options){ .samples = BD_SAMPLES_DEFAULT,
		.launch_time_ns = 100000000,
		.out_fd = -1,
		.turn_fd = -1,
		.slice_ns = BD_TURN_SLICE_NS,
		.settle_ns = BD_TURN_SETTLE_NS };
	optind = 0;
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		if (parse_option(options, option, argv, e) != 0)
			return -1;
	}
	options->names = argv + optind;
	options->name_count = argc - optind;
	return check_together(options, e);
}
