/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ENGINE_ENGINE_H
#define DRIVER_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * What hands the tasks of a run to machines. Each task is one call of `bdriver shard`, which
 * leaves its result as a file. The file is the truth: an engine only says that a task will not
 * bring one any more.
 */

struct engine_task {
	unsigned number;
	const char *avoid; /* nodes where it must not run, separated by commas; "" */
};

/*
 * A task that ended may have left a file that is not seen yet: NFS shows a folder as it was up
 * to 60 s ago. So many times the time between two queries it is looked for.
 */
#define ENGINE_GRACE_POLLS 6

enum engine_state { ENGINE_WAITING, ENGINE_RUNNING, ENGINE_DONE, ENGINE_LOST };

/* What the files say of a task. */
enum engine_file { ENGINE_NO_FILE, ENGINE_FILE_DONE, ENGINE_FILE_FAILED };

struct engine_options {
	const char *program;             /* bdriver; absolute, the same on each node */
	const char *folder;              /* of the run; absolute, the same on each node */
	const char *name;                /* of the run: letters, digits and - */
	const struct string_list *hosts; /* ssh */
	const char *ssh_config;          /* ssh; NULL: the user's */
	const char *partition;           /* Slurm; NULL: the default one */
	unsigned nodes;                  /* at most so many at once; 0: all */
	unsigned limit_s;                /* of a task, should all else fail */
	unsigned poll_ms;                /* between two queries of a queue */
};

struct engine_watch {
	enum engine_file (*file)(void *ctx, unsigned task);
	/* `why` of ENGINE_LOST, else of ENGINE_WAITING or "". Called when it changes. */
	void (*state)(void *ctx, unsigned task, enum engine_state state, const char *node,
		const char *why);
	void (*say)(void *ctx, const char *sentence);
	void (*tick)(void *ctx);
	/* A signal asks to stop. Tasks that the engine cannot end have to be told. */
	void (*stopping)(void *ctx);
	void *ctx;
};

struct engine {
	const char *name;
	bool external; /* starts nothing: run() only says which tasks have brought their file */
	/* Runs the tasks until each is done or lost. Tasks that the engine still has from an
	 * earlier call are not begun again. Returns 0; the signal that stopped it, after it has
	 * cancelled the tasks; or -1 with *e set. */
	int (*run)(const struct engine_options *options, const struct engine_task *tasks,
		size_t count, const struct engine_watch *watch, struct err *e);
	/* The nodes that can take tasks, and how many tasks a run may have at most. */
	int (*nodes)(const struct engine_options *options, struct string_list *nodes,
		unsigned *most_tasks, struct err *e);
	/* Runs `bdriver WORD...` on one node and gives what it prints; the caller frees it.
	 * NULL with *e set. */
	char *(*ask)(const struct engine_options *options, const char *node,
		const struct string_list *words, struct err *e);
};

/* NULL for a name that is none. */
const struct engine *engine_find(const char *name);
#define ENGINE_NAMES "slurm|ssh|local-shards|external"

/* Starts nothing: something else calls `bdriver shard` for each task. */
extern const struct engine engine_external;
/* One task at a time on each host: through ssh, or as processes of this machine, which then
 * has the nodes local1, local2 ... */
extern const struct engine engine_ssh, engine_local;
/* Array jobs of Slurm, through sbatch, squeue, scancel, sinfo, scontrol and srun. */
extern const struct engine engine_slurm;

#endif
