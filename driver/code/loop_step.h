/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_LOOP_STEP_H
#define DRIVER_CODE_LOOP_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/decode.h"

/* An instruction, as far as it tells whether a loop works: see timed_loop.c. */

enum step_kind {
	STEP_WORK,    /* all else */
	STEP_NOTHING, /* also a jump */
	STEP_SET,     /* to = a constant, or another register */
	STEP_COUNT,   /* to += a constant */
	STEP_COMPARE, /* to with from */
	STEP_STORE,   /* from, into the stack */
	STEP_LOAD,    /* to = what is elsewhere in memory */
	STEP_SAVE,    /* from, there */
	STEP_BRANCH,
};

struct loop_step {
	uint64_t at, target; /* that is jumped to, or called; 0: not known */
	enum step_kind kind;
	enum decode_flow flow;
	uint8_t size;
	int to, from; /* registers of Zydis, whole ones; from: 0: a constant */
	int base;     /* of a place in memory */
	int64_t slot; /* its distance from there; of STEP_COUNT: the constant */
};

/* framed: rbp is the base of the stack; set where it becomes that. False: no instruction within
 * `left` bytes. */
bool loop_step_read(struct loop_step *step, const unsigned char *code, size_t left, uint64_t at,
	bool *framed);

#endif
