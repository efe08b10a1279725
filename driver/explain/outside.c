/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of perf_event_open(2). A child inherits the events, whose buffers are of each CPU. */
#include "driver/explain/outside.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compare/base/memory.h"

/* Prime, as a benchmark may be regular too. */
#define PERIOD_NS 100003
/* As much as every user may have, with the page before it: 30,000 samples. */
#define BUFFER_PAGES 128

struct ring {
	int fd;
	struct perf_event_mmap_page *page; /* followed by the buffer */
};

struct map {
	uint64_t start, size, offset;
	char *path;
};

struct outside {
	size_t page_size, ring_count;
	struct ring *rings;
	struct map *maps;
	size_t map_count, map_capacity;
	uint64_t *addresses;
	size_t address_count, address_capacity;
};

/* The beginning of PERF_RECORD_MMAP; the path follows. */
struct map_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, size, offset;
};

static int open_ring(struct outside *outside, size_t cpu)
{
	struct ring *ring = &outside->rings[cpu];
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = PERIOD_NS,
		.sample_type = PERF_SAMPLE_IP,
		.disabled = 1,
		.enable_on_exec = 1,
		.inherit = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.mmap = 1 };

	ring->fd =
		(int)syscall(SYS_perf_event_open, &attr, 0, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (ring->fd < 0)
		return errno == ENODEV ? 0 : -1; /* the CPU is off */
	ring->page = mmap(NULL, (BUFFER_PAGES + 1) * outside->page_size, PROT_READ | PROT_WRITE,
		MAP_SHARED, ring->fd, 0);
	if (ring->page != MAP_FAILED)
		return 0;
	ring->page = NULL;
	return -1;
}

static void close_rings(struct outside *outside)
{
	for (size_t i = 0; i < outside->ring_count; i++) {
		struct ring *ring = &outside->rings[i];

		if (ring->page)
			munmap(ring->page, (BUFFER_PAGES + 1) * outside->page_size);
		if (ring->fd >= 0)
			close(ring->fd);
		*ring = (struct ring){ .fd = -1 };
	}
}

static int open_rings(struct outside *outside, struct err *e)
{
	for (size_t i = 0; i < outside->ring_count; i++)
		if (open_ring(outside, i))
			return bd_err(e,
				"the kernel lets nobody sample from outside (%s); a container "
				"needs --cap-add PERFMON, a machine "
				"kernel.perf_event_paranoid=2",
				strerror(errno));
	return 0;
}

struct outside *outside_open(struct err *e)
{
	struct outside *outside = memory_zeroed(1, sizeof(*outside));

	outside->page_size = (size_t)sysconf(_SC_PAGESIZE);
	outside->ring_count = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	outside->rings = memory_zeroed(outside->ring_count, sizeof(*outside->rings));
	for (size_t i = 0; i < outside->ring_count; i++)
		outside->rings[i].fd = -1;
	if (!open_rings(outside, e))
		return outside;
	outside_close(outside);
	return NULL;
}

static void forget(struct outside *outside)
{
	for (size_t i = 0; i < outside->map_count; i++)
		free(outside->maps[i].path);
	outside->map_count = outside->address_count = 0;
}

void outside_close(struct outside *outside)
{
	if (!outside)
		return;
	close_rings(outside);
	forget(outside);
	free(outside->rings);
	free(outside->maps);
	free(outside->addresses);
	free(outside);
}

/* record: aligned, whole. */
static void keep(struct outside *outside, const void *record)
{
	const struct perf_event_header *header = record;
	const struct map_record *map = record;

	if (header->type == PERF_RECORD_SAMPLE)
		memcpy(ARRAY_ADD(outside->addresses, outside->address_count,
			       outside->address_capacity),
			header + 1, sizeof(uint64_t));
	else if (header->type == PERF_RECORD_MMAP)
		*ARRAY_ADD(outside->maps, outside->map_count, outside->map_capacity) =
			(struct map){ map->start, map->size, map->offset,
				memory_text((const char *)(map + 1)) };
}

static void read_ring(struct outside *outside, const struct ring *ring)
{
	const char *buffer = (const char *)ring->page + outside->page_size;
	const size_t size = BUFFER_PAGES * outside->page_size;
	const uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t at = ring->page->data_tail;
	uint64_t record[(1 << 16) / sizeof(uint64_t)] = { 0 };

	while (at < head) {
		struct perf_event_header header;

		/* Records may go on at the begin of the buffer, but are of 8 bytes. */
		memcpy(&header, buffer + at % size, sizeof(header));
		for (size_t i = 0; i < header.size; i += sizeof(*record))
			memcpy(&record[i / sizeof(*record)], buffer + (at + i) % size,
				sizeof(*record));
		keep(outside, record);
		at += header.size;
	}
	__atomic_store_n(&ring->page->data_tail, at, __ATOMIC_RELEASE);
}

int outside_take(struct outside *outside, outside_visit *visit, void *ctx, struct err *e)
{
	for (size_t i = 0; i < outside->ring_count; i++)
		if (outside->rings[i].page)
			read_ring(outside, &outside->rings[i]);
	for (size_t i = 0; i < outside->address_count; i++) {
		uint64_t address = outside->addresses[i];
		size_t m = outside->map_count;

		while (m && address - outside->maps[m - 1].start >= outside->maps[m - 1].size)
			m--;
		if (m && *outside->maps[m - 1].path == '/')
			visit(ctx, outside->maps[m - 1].path,
				address - outside->maps[m - 1].start +
					outside->maps[m - 1].offset);
		else
			visit(ctx, "", 0);
	}
	forget(outside);
	/* An exec may use the events up: the kernel exchanges those of parent and child. */
	close_rings(outside);
	return open_rings(outside, e);
}
