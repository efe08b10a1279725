/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_CORE_H
#define BD_BASE_CORE_H

/*
 * Has this core been ours? Whoever runs on the other hyperthread of the core, as another guest
 * of a virtual machine may unseen, takes execution units from us, and no counter that a process
 * may read tells. Two kernels that live in registers show it: `wide`, adds that do not depend
 * on each other, is limited by the units; `chain`, multiplications that each need the one
 * before, is limited by their latency, which nobody can take. Over the time of the chain, that
 * of the wide kernel is a constant of the CPU whatever the clock rate is, but 1.3 to 1.8 times
 * that beside a busy hyperthread (measured: docs/decisions/0011).
 *
 * On x86-64 and aarch64 both are written in machine code, so that each compiler and each -O
 * gives the same ones and programs can be compared.
 */
struct bd_core_times {
	double wide_ns, chain_ns;
};

/* Runs both once, about 5 us on a core of 3 GHz. */
struct bd_core_times bd_core_run(void);

#endif
