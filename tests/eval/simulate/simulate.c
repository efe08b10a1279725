/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
	"simulate alone|suite [OPTION...]: logs of a simulated machine, judged by the program\n"
	"\n"
	"alone: each benchmark has a machine of its own and is judged alone\n"
	"suite: pairs of logs of one suite each, on one clock\n"
	"One row of CSV for each label, model, number of rounds and effect.\n"
	"\n"
	"  --bdriver PATH      the program ($BDRIVER)\n"
	"  --label TEXT        first cell of each row\n"
	"  --plan P            paired (default) or unpaired: two sessions\n"
	"  --model LIST        M0,M1,M2,M3,M4,M5,M6 (default)\n"
	"  --rounds LIST       10\n"
	"  --effect LIST       per cent by which changed benchmarks are slower, 0; suite: or "
	"faster\n"
	"  --replications N    benchmarks (alone, 2000) or pairs of logs (suite, 20)\n"
	"  --executions N      of a launch (suite, 50) or of a side (alone, 2000: a round has "
	"N / R)\n"
	"  --pack N            alone: benchmarks in one pair of logs, at most 9 (9)\n"
	"  --benchmarks N      suite: in one pair of logs (500)\n"
	"  --changed PERCENT   suite: benchmarks that really change (10)\n"
	"  --options TEXT      for bdriver compare\n"
	"  --seed N            1\n"
	"  --abba              a coin per two rounds for the order of the builds, not per "
	"round\n"
	"  --no-position       the logs do not record the order of the builds\n"
	"  --shift PERCENT     the whole new side is slower\n"
	"  --order-effect PERCENT   the build that runs second is slower\n"
	"  --noisy PERCENT     of the benchmarks have four times the noise\n"
	"  --spread SD         of ln of the noise over benchmarks\n"
	"  --offset SD         of ln of a permanent offset of the new build, over benchmarks\n"
	"  --noise SD          of ln of one execution in M0 and M2\n"
	"  --step NS           of the clock\n"
	"  --group N           paired suite: so many benchmarks share each launch, in groups "
	"drawn by round\n"
	"  --start SECONDS     that a process takes before it measures\n"
	"  --launch-sd PERCENT of what all benchmarks of a launch have in common\n"
	"  --nodes N           suite: a pool of machines\n"
	"  --replicas N        machines of a benchmark, which share its rounds (1)\n"
	"  --node-sd, --node-benchmark-sd, --node-layout-sd PERCENT   what depends on the "
	"machine\n";

enum { LIST_MAX = 16 };

struct list {
	double value[LIST_MAX];
	size_t count;
};

struct plan {
	struct study study;
	struct list models, rounds, effects;
	size_t replications, executions;
	const char *bdriver, *label, *options;
	char old_path[64], new_path[64];
};

static void stop(const char *text, const char *what)
{
	fprintf(stderr, "simulate: %s %s\n", text, what);
	exit(2);
}

static double number(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0))
		stop("not a number:", text);
	return value;
}

/* Values apart by commas; a leading M is skipped. */
static struct list list_of(char *text)
{
	struct list list = { .count = 0 };
	char *word;

	while ((word = strsep(&text, ","))) {
		if (list.count == LIST_MAX)
			stop("too many values:", word);
		list.value[list.count++] = number(word + (*word == 'M'));
	}
	return list;
}

static bool set_more(struct plan *plan, const char *name, const char *value)
{
	struct {
		const char *name;
		double *value;
		double unit;
	} reals[] = {
		{ "changed", &plan->study.changed, 0.01 },
		{ "shift", &plan->study.suite_shift, 0.01 },
		{ "order-effect", &plan->study.order_effect, 0.01 },
		{ "noisy", &plan->study.noisy, 0.01 },
		{ "spread", &plan->study.spread, 1 },
		{ "noise", &plan->study.noise, 1 },
		{ "offset", &plan->study.offset, 1 },
		{ "step", &plan->study.step_ns, 1 },
		{ "start", &plan->study.start_s, 1 },
		{ "launch-sd", &plan->study.launch_sd, 0.01 },
		{ "node-sd", &plan->study.nodes.node_sd, 0.01 },
		{ "node-benchmark-sd", &plan->study.nodes.benchmark_sd, 0.01 },
		{ "node-layout-sd", &plan->study.nodes.layout_sd, 0.01 },
	};

	for (size_t i = 0; i < sizeof(reals) / sizeof(*reals); i++) {
		if (strcmp(name, reals[i].name) != 0)
			continue;
		*reals[i].value = number(value) * reals[i].unit;
		return true;
	}
	return false;
}

static void set(struct plan *plan, const char *name, char *value)
{
	if (strcmp(name, "bdriver") == 0)
		plan->bdriver = value;
	else if (strcmp(name, "label") == 0)
		plan->label = value;
	else if (strcmp(name, "options") == 0)
		plan->options = value;
	else if (strcmp(name, "plan") == 0)
		plan->study.paired = strcmp(value, "unpaired") != 0;
	else if (strcmp(name, "model") == 0)
		plan->models = list_of(value);
	else if (strcmp(name, "rounds") == 0)
		plan->rounds = list_of(value);
	else if (strcmp(name, "effect") == 0)
		plan->effects = list_of(value);
	else if (strcmp(name, "replications") == 0)
		plan->replications = (size_t)number(value);
	else if (strcmp(name, "executions") == 0)
		plan->executions = (size_t)number(value);
	else if (strcmp(name, "pack") == 0 || strcmp(name, "benchmarks") == 0)
		plan->study.benchmarks = (size_t)number(value);
	else if (strcmp(name, "nodes") == 0)
		plan->study.nodes.nodes = (size_t)number(value);
	else if (strcmp(name, "replicas") == 0)
		plan->study.nodes.replicas = (size_t)number(value);
	else if (strcmp(name, "group") == 0)
		plan->study.group = (size_t)number(value);
	else if (strcmp(name, "seed") == 0)
		plan->study.seed = (unsigned long)number(value);
	else if (strcmp(name, "abba") == 0)
		plan->study.abba = true;
	else if (strcmp(name, "no-position") == 0)
		plan->study.no_position = true;
	else if (!set_more(plan, name, value))
		stop("unknown option", name);
}

static struct plan plan_of(int argc, char **argv)
{
	bool suite = argc > 1 && strcmp(argv[1], "suite") == 0;
	struct plan plan = { .bdriver = getenv("BDRIVER"), .label = "", .options = "" };
	struct study *study = &plan.study;

	if (!suite && (argc < 2 || strcmp(argv[1], "alone") != 0)) {
		fputs(usage, stderr);
		exit(2);
	}
	*study = (struct study){
		.paired = true, .suite = suite, .seed = 1, .nodes = { .replicas = 1 }
	};
	study->benchmarks = suite ? 500 : 9;
	study->changed = suite ? 0.1 : 1;
	plan.replications = suite ? 20 : 2000;
	plan.executions = suite ? 50 : 2000;
	plan.models = (struct list){ { 0, 1, 2, 3, 4, 5, 6 }, MODEL_COUNT };
	plan.rounds = (struct list){ { 10 }, 1 };
	plan.effects = (struct list){ { 0 }, 1 };
	for (int i = 2; i < argc; i++) {
		bool alone = !strcmp(argv[i], "--abba") || !strcmp(argv[i], "--no-position");

		if (strncmp(argv[i], "--", 2) != 0 || (!alone && i + 1 == argc))
			stop("an option and its value are expected at", argv[i]);
		set(&plan, argv[i] + 2, alone ? strchr(argv[i], '\0') : argv[i + 1]);
		i += !alone;
	}
	if (strpbrk(plan.label, ",\"\n"))
		stop("a label is a cell of CSV without quotes, not", plan.label);
	if (!plan.bdriver)
		stop("which program?", "--bdriver PATH");
	if (!study->benchmarks || (!suite && study->benchmarks > 9))
		stop("alone, more than nine benchmarks in a log are", "not independent");
	return plan;
}

/* One cell: all pairs of logs of one model, number of rounds and effect. */
static struct tally run(struct plan *plan)
{
	struct study study = plan->study;
	size_t packed = study.benchmarks, step = study.suite ? 1 : packed;
	struct judged *judged = calloc(packed, sizeof(*judged));
	struct truth *truth = calloc(packed, sizeof(*truth));
	double threshold = study.suite || packed == 1 ? 0 : log1p(study.paired ? 0.01 : 0.05);
	struct tally tally = { 0 };

	if (!judged || !truth)
		abort();
	for (size_t i = 0; i < plan->replications; i += step) {
		if (!study.suite && packed > plan->replications - i)
			study.benchmarks = plan->replications - i;
		if (study_write(&study, i, plan->old_path, plan->new_path, truth) != 0 ||
			judged_by_program(plan->bdriver, plan->options, plan->old_path,
				plan->new_path, judged, study.benchmarks) != 0)
			exit(1);
		tally_add(&tally, judged, truth, study.benchmarks, threshold);
	}
	free(judged);
	free(truth);
	return tally;
}

static void print(const struct plan *plan, const struct tally *t)
{
	const struct study *s = &plan->study;

	printf("%s,%s,M%d,%zu,%g,", plan->label, s->paired ? "paired" : "unpaired", s->model,
		s->rounds, 100 * s->effect);
	if (s->suite)
		printf("%g,%zu,%zu,%zu,%zu,%zu,%zu,%.6f,%zu\n", 100 * s->changed, t->logs,
			t->benchmarks - t->real, t->real, t->found, t->called - t->found,
			t->logs_flagged, t->false_share / (double)t->logs, t->covered);
	else
		printf("%zu,%zu,%zu,%zu,%zu,%zu,%zu\n", t->benchmarks, t->two_part,
			t->significant, t->called, t->found, t->unchanged, t->covered);
	fflush(stdout);
}

static void run_all(struct plan *plan)
{
	struct study *study = &plan->study;

	for (size_t m = 0; m < plan->models.count; m++)
		for (size_t r = 0; r < plan->rounds.count; r++)
			for (size_t e = 0; e < plan->effects.count; e++) {
				struct tally tally;

				study->model = (enum model)plan->models.value[m];
				study->rounds = (size_t)plan->rounds.value[r];
				study->effect = plan->effects.value[e] / 100;
				study->executions = plan->executions;
				if (!study->suite)
					study->executions /= study->rounds;
				if (study->model >= MODEL_COUNT || !study->executions)
					stop("no such model, or no execution", "in a round");
				tally = run(plan);
				print(plan, &tally);
			}
}

int main(int argc, char **argv)
{
	struct plan plan = plan_of(argc, argv);
	char folder[] = "/tmp/simulate.XXXXXX";

	if (!mkdtemp(folder))
		stop("cannot make", folder);
	snprintf(plan.old_path, sizeof(plan.old_path), "%s/old.log", folder);
	snprintf(plan.new_path, sizeof(plan.new_path), "%s/new.log", folder);
	puts(plan.study.suite
			? "label,plan,model,rounds,effect,changed,suites,same,real,found,"
			  "false,suites_flagged,false_share,covered"
			: "label,plan,model,rounds,effect,compared,two_part,significant,called,"
			  "right,unchanged,covered");
	run_all(&plan);
	unlink(plan.old_path);
	unlink(plan.new_path);
	rmdir(folder);
	return 0;
}
