/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/topology.h"

#include <hwloc.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#include "compare/base/memory.h"

static bool allowed(int cpu)
{
	cpu_set_t set;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(set), &set))
		return true; /* more than 1024 CPUs: trust hwloc */
	return CPU_ISSET(cpu, &set);
}

static int node_of(hwloc_obj_t pu)
{
	int node = pu->nodeset ? hwloc_bitmap_first(pu->nodeset) : 0;

	return node < 0 ? 0 : node;
}

/* Physical core of a PU. If the machine reports no cores, each PU is one. */
static int core_of(hwloc_topology_t hw, hwloc_obj_t pu)
{
	hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(hw, HWLOC_OBJ_CORE, pu);

	return (int)(core ? core->logical_index : pu->logical_index);
}

static void collect_cpus(struct topology *topology, hwloc_topology_t hw)
{
	int n = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_PU);

	topology->cpus = memory_zeroed(n > 0 ? (size_t)n : 1, sizeof(*topology->cpus));
	for (int i = 0; i < n; i++) {
		hwloc_obj_t pu = hwloc_get_obj_by_type(hw, HWLOC_OBJ_PU, (unsigned)i);

		if (!allowed((int)pu->os_index))
			continue;
		topology->cpus[topology->cpu_count++] = (struct topology_cpu){
			.cpu = (int)pu->os_index, .core = core_of(hw, pu), .numa = node_of(pu)
		};
	}
}

/* PUs of a core are neighbours in *cpus. Moves the first of each core to the front. */
static void order(struct topology *topology)
{
	struct topology_cpu *sorted = memory_zeroed(topology->cpu_count, sizeof(*sorted));
	size_t n = 0;

	for (int rank = 0; n < topology->cpu_count; rank++) {
		for (size_t i = topology->cpu_count; i-- > 0;) {
			int before = 0;

			for (size_t k = 0; k < i; k++)
				before += topology->cpus[k].core == topology->cpus[i].core;
			if (before == rank)
				sorted[n++] = topology->cpus[i];
		}
		if (rank == 0)
			topology->core_count = n;
	}
	free(topology->cpus);
	topology->cpus = sorted;
}

int topology_read(struct topology *topology, struct err *e)
{
	hwloc_topology_t hw;
	int result = -1;

	*topology = (struct topology){ 0 };
	if (hwloc_topology_init(&hw))
		return bd_err(e, "hwloc cannot describe this machine");
	hwloc_topology_set_all_types_filter(hw, HWLOC_TYPE_FILTER_KEEP_NONE);
	hwloc_topology_set_type_filter(hw, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
	/* Without groups, all nodes hang at the machine and each PU belongs to all of them. */
	hwloc_topology_set_type_filter(hw, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
	if (hwloc_topology_load(hw)) {
		bd_err(e, "hwloc cannot read the topology of this machine");
		goto out;
	}
	collect_cpus(topology, hw);
	if (topology->cpu_count == 0) {
		bd_err(e, "this process may use no CPU");
		goto out;
	}
	order(topology);
	result = 0;
out:
	hwloc_topology_destroy(hw);
	return result;
}

void topology_release(struct topology *topology)
{
	free(topology->cpus);
	*topology = (struct topology){ 0 };
}

size_t topology_default_workers(const struct topology *topology)
{
	return topology->core_count > 1 ? topology->core_count - 1 : 1;
}

int topology_worker_cpu(const struct topology *topology, size_t worker)
{
	return topology->cpus[worker % topology->cpu_count].cpu;
}

int topology_driver_cpu(const struct topology *topology, size_t workers)
{
	size_t n = topology->cpu_count;

	/* From the back, siblings come before cores: prefer a core without a worker. */
	if (workers < topology->core_count)
		return topology->cpus[topology->core_count - 1].cpu;
	return workers < n ? topology->cpus[n - 1].cpu : -1;
}
