/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_CORE_H
#define BD_BASE_CORE_H

/*
 * Is another hyperthread using this core? If so, it takes execution units, and no counter that
 * a process may read shows it, least of all if it belongs to another virtual machine. Two
 * kernels that run in registers do. `wide` consists of independent additions and is limited by
 * the number of units. `chain` consists of multiplications that each need the one before, and
 * is limited by their latency, which another hyperthread does not change. The ratio of their
 * times, wide over chain, is a constant of the CPU at any clock rate. With a busy hyperthread
 * it is 1.3 to 1.8 times as large (docs/decisions/0011).
 *
 * On x86-64 and aarch64 both are in assembly: every compiler and every -O gives the same code,
 * and programs can be compared.
 */
struct bd_core_times {
	double wide_ns, chain_ns;
};

/* Runs both once: about 5 us at 3 GHz. */
struct bd_core_times bd_core_run(void);

#endif
