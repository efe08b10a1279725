/* SPDX-License-Identifier: MIT */
#include "harness/list.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/text.h"

void bd_list_text(FILE *out, const struct bd_registry *registry)
{
	for (size_t i = 0; i < registry->count; i++) {
		bd_write_escaped(out, registry->cases[i].name);
		putc('\n', out);
	}
}

/* The linker script of harness/package defines both: their distance is how code is aligned. */
extern const char bd_code_aligned[] __attribute__((weak, visibility("hidden")));
extern const char bd_code_aligned_end[] __attribute__((weak, visibility("hidden")));

/* The largest power of two, up to a page, that divides the address of each timed function. */
static unsigned function_alignment(const struct bd_registry *registry)
{
	uintptr_t all = 4096;

	for (size_t i = 0; i < registry->count; i++)
		all |= (uintptr_t)registry->cases[i].benchmark->run;
	return (unsigned)(all & -all);
}

static void write_alignment(FILE *out, const struct bd_registry *registry)
{
	fprintf(out, "\"alignment\": {\"objects\": %td, \"functions\": %u}",
		bd_code_aligned_end - bd_code_aligned, function_alignment(registry));
}

/* The linker's id of this executable (--build-id) as hexadecimal digits, else "". */
struct build_id {
	char text[2 * 64 + 1];
};

static void find_id(struct build_id *id, const unsigned char *note, size_t size)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *head = (const void *)note;
		size_t name = (head->n_namesz + 3u) & ~3u, bytes = head->n_descsz;
		size_t whole = sizeof(*head) + name + ((bytes + 3) & ~(size_t)3);

		if (whole > size)
			return;
		if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 &&
			memcmp(note + sizeof(*head), "GNU", 4) == 0 && bytes <= 64) {
			for (size_t i = 0; i < bytes; i++)
				snprintf(id->text + 2 * i, 3, "%02x",
					note[sizeof(*head) + name + i]);
			return;
		}
		note += whole;
		size -= whole;
	}
}

static int visit_object(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_NOTE)
			find_id(data,
				(const unsigned char *)(info->dlpi_addr + segment->p_vaddr),
				segment->p_memsz);
	}
	return 1; /* the first object is the executable; no other is visited */
}

static void write_build(FILE *out, const struct bd_build *build)
{
	struct build_id id = { "" };

	dl_iterate_phdr(visit_object, &id);
	fputs("\"build\": {\"compiler\": ", out);
	bd_write_json(out, build->compiler);
	fputs(", \"flags\": ", out);
	bd_write_json(out, build->flags);
	fprintf(out,
		", \"optimized\": %s, \"optimized_for_size\": %s, \"assertions\": %s, "
		"\"sanitized\": %s, \"id\": \"%s\"}",
		build->optimized ? "true" : "false",
		build->optimized_for_size ? "true" : "false",
		build->assertions ? "true" : "false", build->sanitized ? "true" : "false",
		id.text);
}

/* "a, b" as ["a", "b"]. */
static void write_tags(FILE *out, const char *tags)
{
	const char *separator = "";

	putc('[', out);
	while (tags && *tags) {
		size_t n;

		tags += strspn(tags, ", \t");
		n = strcspn(tags, ", \t");
		if (n == 0)
			break;
		fputs(separator, out);
		bd_write_json_part(out, tags, n);
		separator = ", ";
		tags += n;
	}
	putc(']', out);
}

static void write_case(FILE *out, const struct bd_case *c)
{
	fputs("{\"name\": ", out);
	bd_write_json(out, c->name);
	fputs(", \"tags\": ", out);
	write_tags(out, c->benchmark->tags);
	fputs(", \"file\": ", out);
	bd_write_json(out, c->benchmark->file);
	fprintf(out, ", \"line\": %u}", c->benchmark->line);
}

void bd_list_json(FILE *out, const struct bd_registry *registry, const struct bd_build *build)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	const char *slash;

	path[n > 0 ? n : 0] = '\0';
	slash = strrchr(path, '/');
	fputs("{\"schema\": \"bdriver-list-1\", \"suites\": [{\"name\": ", out);
	bd_write_json(out, slash ? slash + 1 : path);
	fputs(", \"path\": ", out);
	bd_write_json(out, path);
	/* This suite understands --turn-fd, and --profile with --out-fd. */
	fputs(", \"turns\": true, \"profile\": true, ", out);
	write_build(out, build);
	fputs(", ", out);
	write_alignment(out, registry);
	fputs(", \"benchmarks\": [", out);
	for (size_t i = 0; i < registry->count; i++) {
		fputs(i ? ",\n" : "\n", out);
		write_case(out, &registry->cases[i]);
	}
	fputs("]}]}\n", out);
}
