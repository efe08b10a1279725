/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#include <fcntl.h>

#define FILES 64

struct state {
	uv_loop_t loop;
	char folder[64];
	int made; /* files in it */
};

static void name_file(const struct state *s, int number, char *path, size_t size)
{
	snprintf(path, size, "%s/%d.txt", s->folder, number);
}

/* Lists a folder of 64 files and adds up the numbers in their names. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0, count = 0;

	for (uint64_t i = 0; i < n; i++) {
		uv_fs_t request;
		uv_dirent_t entry;

		sum = count = 0;
		must(uv_fs_scandir(&s->loop, &request, s->folder, 0, NULL));
		while (uv_fs_scandir_next(&request, &entry) != UV_EOF) {
			sum += strtoul(entry.name, NULL, 10);
			count +=
				entry.type == UV_DIRENT_FILE || entry.type == UV_DIRENT_UNKNOWN;
		}
		uv_fs_req_cleanup(&request);
		bd_keep(sum);
	}
	bd_result(b, sum << 32 | count);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	snprintf(s->folder, sizeof(s->folder), "/tmp/bd-uv-XXXXXX");
	if (!mkdtemp(s->folder)) {
		s->folder[0] = '\0';
		return bd_skip(b, "no folder can be made in /tmp");
	}
	for (; s->made < FILES; s->made++) {
		char path[128];
		int fd;

		name_file(s, s->made, path, sizeof(path));
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0)
			return bd_skip(b, "no file can be made in %s", s->folder);
		close(fd);
	}
	b->items = FILES;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (!s)
		return;
	while (s->made-- > 0) {
		char path[128];

		name_file(s, s->made, path, sizeof(path));
		unlink(path);
	}
	if (s->folder[0])
		rmdir(s->folder);
	loop_end(&s->loop);
	free(s);
}

static int verify(struct bd *b)
{
	return bd_expect(b, (uint64_t)(FILES * (FILES - 1) / 2) << 32 | FILES);
}

BD_BENCHMARK("ScanFolder", run, .tags = "file", .setup = setup, .teardown = teardown,
	.verify = verify)
