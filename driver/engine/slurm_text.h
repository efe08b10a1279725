/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ENGINE_SLURM_TEXT_H
#define DRIVER_ENGINE_SLURM_TEXT_H

#include <stdbool.h>

/* Texts that the programs of Slurm take and print: pure functions. */

/* One line of `squeue -h -r -o SLURM_QUEUE_FORMAT`. */
#define SLURM_QUEUE_FORMAT "%i|%K|%T|%N|%r"
struct slurm_line {
	char job[64]; /* 12_7: what scancel takes */
	unsigned task;
	bool waits; /* not on a node yet, or not any more */
	/* It can never start again by itself: a launch that failed was held. */
	bool stuck;
	char node[256];
	char reason[256]; /* why it waits; "" */
};
/* Reads the line at *text and moves it to the next one; false at the end. A line that is none
 * is passed over. */
bool slurm_next_line(const char **text, struct slurm_line *line);

/* The next node of `sinfo -h -N -o "%N %T"` that takes tasks; moves *text behind its line.
 * False at the end. */
bool slurm_next_node(const char **text, char node[256]);

/* "MaxArraySize = 1001" in the output of `scontrol show config`; 0 if it is not there. */
unsigned slurm_max_array_size(const char *text);

/* The time limit of a partition (NULL: the default one), in minutes, from the output of
 * `sinfo -h -o SLURM_LIMIT_FORMAT`; 0: it has none, or is not there. */
#define SLURM_LIMIT_FORMAT "%P|%l"
unsigned slurm_partition_minutes(const char *text, const char *partition);

/* Does a task that waits for this reason start by itself when those before it have ended? */
bool slurm_is_ordinary(const char *reason);

/* Could the controller not be asked? Else the answer, even an error, is one about the job. */
bool slurm_is_unreachable(const char *errors);

#endif
