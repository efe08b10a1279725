/* SPDX-License-Identifier: MIT */
#ifndef BD_PROFILE_H
#define BD_PROFILE_H

#include <stddef.h>
#include <stdint.h>

struct bd_launch;

/* Where the timed function of a launch is at random times: mode --profile. */

/* So many lines fit into what the driver reads of a launch. */
#define BD_PROFILE_MAX 8000

struct bd_profile {
	uintptr_t addresses[BD_PROFILE_MAX]; /* of the next instruction, one each time */
	size_t count;
	uint64_t iterations, time_ns; /* of all that was timed */
	uint64_t cpu_ns;              /* CPU time of the thread that is sampled */
	uint64_t others_ns; /* CPU time of other threads and of children, which are not sampled
			     */
};

/* The launch is profiled until its launch time is over, or the profile, zeroed before, is full.
 */
void bd_profile_use(struct bd_launch *launch, struct bd_profile *profile);
/* Writes it as docs/HARNESS.md says; changes the order of the addresses. Returns 0, or -1 with
 * errno set. */
int bd_profile_write(int fd, struct bd_profile *profile);

#endif
