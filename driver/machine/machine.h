/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_MACHINE_H
#define DRIVER_MACHINE_MACHINE_H

#include <stdint.h>

struct topology;

/*
 * What the kernel reports about this machine, for the log's metadata and `bdriver env`. Text
 * that is not known is "unknown", never NULL. A number that is not known is -1.
 */
struct machine {
	char *host, *cpu_model, *microcode, *kernel;
	char *governor; /* "performance", "mixed" ...; "none": no frequency control is visible
			 */
	char *turbo;    /* "on", "off" */
	char *virtualisation;                 /* "none", "kvm", "docker" ... */
	char *clock_source;                   /* "tsc" */
	char *aslr;                           /* "off", "partial", "full" */
	char *smt;                            /* "on", "off", "forceoff", "notsupported" */
	int cores;                            /* physical, usable by this process */
	int threads;                          /* logical CPUs, usable by this process */
	double load;                          /* runnable tasks, 1 minute average */
	double steal;                         /* share of CPU time stolen since boot */
	double cpu_limit;                     /* cgroup quota in CPUs; -1: none */
	int64_t memory_kib, memory_limit_kib; /* of the machine; of the cgroup, -1: none */
};

/* topology: where its cores come from; NULL: not known. root: "" for this machine, else a
 * folder that holds a proc and a sys (for tests). */
void machine_read(struct machine *machine, const struct topology *topology, const char *root);
void machine_release(struct machine *machine);

/* Visits the metadata of the log (host, cpu_model, microcode, cores, kernel, governor, turbo,
 * virtualisation, load) in that order. */
void machine_each(const struct machine *machine,
	void (*visit)(const char *key, const char *value, void *ctx), void *ctx);

#endif
