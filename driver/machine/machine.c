/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/file_text.h"
#include "driver/machine/topology.h"
#include "driver/machine/watch.h"

/* First line of root + path without its newline; NULL if it cannot be read. Caller frees. */
static char *first_line(const char *root, const char *path)
{
	AUTO_FREE char *full = memory_format("%s%s", root, path);
	char *text = file_text(full, NULL);

	if (text && *text) {
		text[strcspn(text, "\n")] = '\0';
		return text;
	}
	free(text);
	return NULL;
}

/* Value of "KEY<blanks>: VALUE" in a file of /proc; NULL where missing. Caller frees. */
static char *field(const char *root, const char *path, const char *key)
{
	AUTO_FREE char *full = memory_format("%s%s", root, path);
	FILE *in = fopen(full, "re");
	AUTO_FREE char *line = NULL;
	char *value = NULL;
	size_t size = 0, n = strlen(key);

	while (in && !value && getline(&line, &size, in) >= 0) {
		char *colon = strchr(line, ':');

		if (!colon || strncmp(line, key, n) != 0 ||
			strspn(line + n, " \t") != (size_t)(colon - line) - n)
			continue;
		colon += 1 + strspn(colon + 1, " \t");
		colon[strcspn(colon, "\n")] = '\0';
		value = memory_text(colon);
	}
	if (in)
		fclose(in);
	return value;
}

static char *or_unknown(char *text)
{
	return text ? text : memory_text("unknown");
}

static char *read_governor(const char *root)
{
	char *governor = NULL;

	for (int cpu = 0;; cpu++) {
		AUTO_FREE char *path = memory_format(
			"/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
		char *one = first_line(root, path);

		if (!one)
			break;
		if (governor && strcmp(governor, one) != 0) {
			free(governor);
			free(one);
			return memory_text("mixed");
		}
		free(governor);
		governor = one;
	}
	return governor ? governor : memory_text("none");
}

static char *read_turbo(const char *root)
{
	AUTO_FREE char *no_turbo =
		first_line(root, "/sys/devices/system/cpu/intel_pstate/no_turbo");
	AUTO_FREE char *boost = first_line(root, "/sys/devices/system/cpu/cpufreq/boost");
	const char *turbo = "unknown";

	if (no_turbo)
		turbo = *no_turbo == '0' ? "on" : "off";
	else if (boost)
		turbo = *boost == '0' ? "off" : "on";
	return memory_text(turbo);
}

static bool exists(const char *root, const char *path)
{
	AUTO_FREE char *full = memory_format("%s%s", root, path);

	return access(full, F_OK) == 0;
}

/* The DMI vendors of common hypervisors; what the CPU itself says is the last resort. */
static const char *hypervisor(const char *product, const char *flags)
{
	static const struct {
		const char *part, *name;
	} known[] = { { "KVM", "kvm" }, { "QEMU", "kvm" }, { "VMware", "vmware" },
		{ "VirtualBox", "virtualbox" }, { "Virtual Machine", "hyperv" },
		{ "Google", "google" }, { "Amazon", "amazon" }, { "Xen", "xen" },
		{ "HVM", "xen" }, { "Firecracker", "firecracker" } };

	for (size_t i = 0; product && i < ARRAY_SIZE(known); i++)
		if (strstr(product, known[i].part))
			return known[i].name;
	if (flags && strstr(flags, "hypervisor"))
		return "vm";
	return flags ? "none" : "unknown";
}

static char *read_virtualisation(const char *root)
{
	AUTO_FREE char *product = first_line(root, "/sys/class/dmi/id/product_name");
	AUTO_FREE char *vendor = first_line(root, "/sys/class/dmi/id/sys_vendor");
	AUTO_FREE char *both =
		memory_format("%s %s", product ? product : "", vendor ? vendor : "");
	AUTO_FREE char *flags = field(root, "/proc/cpuinfo", "flags");
	const char *machine = hypervisor(both, flags);
	const char *container = exists(root, "/.dockerenv")          ? "docker"
				: exists(root, "/run/.containerenv") ? "podman"
								     : NULL;

	return container ? memory_format("%s %s", machine, container) : memory_text(machine);
}

static char *read_aslr(const char *root)
{
	AUTO_FREE char *value = first_line(root, "/proc/sys/kernel/randomize_va_space");

	return memory_text(!value          ? "unknown"
			   : *value == '0' ? "off"
			   : *value == '1' ? "partial"
					   : "full");
}

static double read_load(const char *root)
{
	AUTO_FREE char *line = first_line(root, "/proc/loadavg");
	char *end = line;
	double load = line ? strtod(line, &end) : -1;

	return end == line ? -1 : load;
}

static double read_steal(const char *root)
{
	AUTO_FREE char *line = first_line(root, "/proc/stat");
	struct watch_counters counters;

	watch_parse_stat(&counters, line ? line : "");
	return counters.all > 0 ? counters.steal / counters.all : -1;
}

/* cgroup 2 of this process, else of the root it sees (in a container that is the same). */
static char *cgroup_line(const char *root, const char *name)
{
	AUTO_FREE char *own = first_line(root, "/proc/self/cgroup");
	AUTO_FREE char *top = memory_format("/sys/fs/cgroup/%s", name), *path = NULL;
	char *line = NULL;

	if (own && strncmp(own, "0::", 3) == 0) {
		path = memory_format("/sys/fs/cgroup%s/%s", own + 3, name);
		line = first_line(root, path);
	}
	return line ?: first_line(root, top);
}

static void read_limits(struct machine *machine, const char *root)
{
	AUTO_FREE char *cpu = cgroup_line(root, "cpu.max");
	AUTO_FREE char *memory = cgroup_line(root, "memory.max");
	AUTO_FREE char *total = field(root, "/proc/meminfo", "MemTotal");
	char *end = cpu; /* of the us a period, before those of the period */
	double quota = cpu ? strtod(cpu, &end) : 0;
	double period = end > cpu ? strtod(end, NULL) : 0;

	machine->cpu_limit = period > 0 ? quota / period : -1;
	machine->memory_limit_kib = -1;
	if (memory && *memory >= '0' && *memory <= '9')
		machine->memory_limit_kib = strtoll(memory, NULL, 10) / 1024;
	machine->memory_kib = total ? strtoll(total, NULL, 10) : -1;
}

void machine_read(struct machine *machine, const struct topology *topology, const char *root)
{
	*machine = (struct machine){ .cores = topology ? (int)topology->core_count : -1,
		.threads = topology ? (int)topology->cpu_count : -1 };
	machine->host = or_unknown(first_line(root, "/proc/sys/kernel/hostname"));
	machine->cpu_model = or_unknown(field(root, "/proc/cpuinfo", "model name"));
	machine->microcode = or_unknown(field(root, "/proc/cpuinfo", "microcode"));
	machine->kernel = or_unknown(first_line(root, "/proc/sys/kernel/osrelease"));
	machine->governor = read_governor(root);
	machine->turbo = read_turbo(root);
	machine->virtualisation = read_virtualisation(root);
	machine->clock_source = or_unknown(first_line(
		root, "/sys/devices/system/clocksource/clocksource0/current_clocksource"));
	machine->aslr = read_aslr(root);
	machine->smt = or_unknown(first_line(root, "/sys/devices/system/cpu/smt/control"));
	machine->load = read_load(root);
	machine->steal = read_steal(root);
	read_limits(machine, root);
}

void machine_release(struct machine *machine)
{
	char *const texts[] = { machine->host, machine->cpu_model, machine->microcode,
		machine->kernel, machine->governor, machine->turbo, machine->virtualisation,
		machine->clock_source, machine->aslr, machine->smt };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		free(texts[i]);
	*machine = (struct machine){ 0 };
}

void machine_each(const struct machine *machine,
	void (*visit)(const char *key, const char *value, void *ctx), void *ctx)
{
	char number[32];

	visit("host", machine->host, ctx);
	visit("cpu_model", machine->cpu_model, ctx);
	visit("microcode", machine->microcode, ctx);
	snprintf(number, sizeof(number), "%d", machine->cores);
	visit("cores", number, ctx);
	visit("kernel", machine->kernel, ctx);
	visit("governor", machine->governor, ctx);
	visit("turbo", machine->turbo, ctx);
	visit("virtualisation", machine->virtualisation, ctx);
	snprintf(number, sizeof(number), "%.2f", machine->load);
	visit("load", number, ctx);
}
