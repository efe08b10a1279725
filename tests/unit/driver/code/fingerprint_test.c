/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fingerprints of code, of images made in memory: a table that points to many small objects. */
#include "driver/code/elf_image.h"
#include "driver/code/fingerprint.h"

#include <elf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define WIDTH 8
#define BASE  0x1000

/* The table stands first, an object of WIDTH bytes for each of its fields behind it. */
static struct image make_image(size_t objects, bool named)
{
	size_t size = 2 * objects * WIDTH;
	struct image image = {
		.machine = EM_X86_64, .section_count = 1, .has_kept_relocations = true
	};

	image.sections = calloc(1, sizeof(*image.sections));
	image.symbols = calloc(objects + 1, sizeof(*image.symbols));
	image.relocations = calloc(objects, sizeof(*image.relocations));
	assert_true(image.sections && image.symbols && image.relocations);
	image.sections[0] = (struct image_section){ .name = ".data",
		.flags = SHF_ALLOC,
		.address = BASE,
		.size = size,
		.bytes = calloc(size, 1) };
	assert_non_null(image.sections[0].bytes);
	image.symbols[image.symbol_count++] =
		(struct image_symbol){ .address = BASE, .size = size / 2 };
	for (size_t i = 0; i < objects; i++) {
		uint64_t at = BASE + size / 2 + i * WIDTH;

		memcpy((unsigned char *)image.sections[0].bytes + i * WIDTH, &at, WIDTH);
		if (named)
			image.symbols[image.symbol_count++] =
				(struct image_symbol){ .address = at, .size = WIDTH };
		image.relocations[image.relocation_count++] =
			(struct image_relocation){ .address = BASE + i * WIDTH,
				.type = R_X86_64_64,
				.symbol = "o",
				.version = "",
				.value = at,
				.defined = true };
	}
	return image;
}

static void drop_image(struct image *image)
{
	free((void *)image->sections[0].bytes);
	image_release(image);
}

/* 0: unknown. */
static uint64_t print(const struct image *image)
{
	struct fingerprints *prints = fingerprints_new(image, 0);
	const uint64_t root = BASE;
	struct fingerprint print = fingerprints_of(prints, &root, 1, false);

	fingerprints_free(prints);
	return print.known ? print.hash : 0;
}

static void compare(size_t objects, bool changed, bool same)
{
	struct image a = make_image(objects, true), b = make_image(objects, true);

	if (changed)
		((unsigned char *)b.sections[0].bytes)[2 * objects * WIDTH - 1] = 1;
	assert_int_equal(print(&a) == print(&b), same);
	drop_image(&a);
	drop_image(&b);
}

static void test_what_is_pointed_at_counts(void **state)
{
	(void)state;
	compare(3, false, true);
	compare(3, true, false);
	compare(500, false, true);
	compare(500, true, false);
}

/* Not all of it is followed. */
static void test_too_large_is_unknown(void **state)
{
	struct image image = make_image(20001, true);

	(void)state;
	assert_int_equal(print(&image), 0);
	drop_image(&image);
}

/* A function that calls into the bytes between it and the next function. */
static struct image make_code(size_t between, unsigned char fill, unsigned char distance)
{
	size_t size = 6 + between + 6;
	struct image image = {
		.machine = EM_X86_64, .section_count = 1, .has_kept_relocations = true
	};
	unsigned char *code = calloc(size, 1);

	image.sections = calloc(1, sizeof(*image.sections));
	image.symbols = calloc(2, sizeof(*image.symbols));
	assert_true(code && image.sections && image.symbols);
	memcpy(code, (unsigned char[]){ 0xE8, distance, 0, 0, 0, 0xC3 }, 6);
	memset(code + 6, fill, between);
	memcpy(code + 6 + between, (unsigned char[]){ 0xB8, 1, 0, 0, 0, 0xC3 }, 6);
	image.sections[0] = (struct image_section){ .name = ".text",
		.flags = SHF_ALLOC | SHF_EXECINSTR,
		.address = BASE,
		.size = size,
		.bytes = code };
	image.symbols[image.symbol_count++] =
		(struct image_symbol){ .address = BASE, .size = 6 };
	image.symbols[image.symbol_count++] =
		(struct image_symbol){ .address = BASE + 6 + between, .size = 6 };
	return image;
}

static uint64_t print_code(size_t between, unsigned char fill, unsigned char distance)
{
	struct image image = make_code(between, fill, distance);
	uint64_t hash = print(&image);

	drop_image(&image);
	return hash;
}

/* What lies between two functions is code from where it is called. */
static void test_code_without_a_symbol(void **state)
{
	(void)state;
	assert_true(print_code(16, 0xC3, 5) != 0);
	/* A ret ends it: what follows does not count. */
	assert_true(print_code(16, 0xC3, 5) == print_code(48, 0xC3, 5));
	/* No-ops lead into the function that follows. */
	assert_true(print_code(16, 0x90, 5) != 0);
	assert_true(print_code(16, 0x90, 5) != print_code(16, 0xC3, 5));
	assert_true(print_code(16, 0x90, 5) != print_code(16, 0x90, 6));
	/* No instruction of 64 bits. */
	assert_int_equal(print_code(16, 0x06, 5), 0);
}

#define DATA (BASE + 0x100)
#define BSS  (DATA + 8)

/*
 * cmpb $0, flag(%rip), with flag first in .bss, behind an object of .data. The immediate stands
 * behind the field, so the relocation means the byte before .bss. `of_data`: cmpb $0,
 * object(%rip).
 */
static uint64_t print_flag(unsigned char object, bool of_data)
{
	unsigned char code[] = { 0x80, 0x3D, 0, 0, 0, 0, 0, 0xC3 };
	unsigned char data[8] = { object };
	uint64_t symbol = of_data ? DATA : BSS;
	int32_t distance = (int32_t)(symbol - (BASE + 7));
	struct image_section sections[] = {
		{ .name = ".text",
			.flags = SHF_ALLOC | SHF_EXECINSTR,
			.address = BASE,
			.size = sizeof(code),
			.bytes = code },
		{ .name = ".data",
			.flags = SHF_ALLOC | SHF_WRITE,
			.address = DATA,
			.size = sizeof(data),
			.bytes = data },
		{ .name = ".bss", .flags = SHF_ALLOC | SHF_WRITE, .address = BSS, .size = 1 },
	};
	struct image_symbol symbols[] = { { .address = BASE, .size = sizeof(code) },
		{ .address = DATA, .size = sizeof(data) }, { .address = BSS, .size = 1 } };
	struct image_relocation relocation = { .address = BASE + 2,
		.type = R_X86_64_PC32,
		.addend = -5,
		.symbol = "",
		.version = "",
		.value = symbol,
		.defined = true };
	struct image image = { .machine = EM_X86_64,
		.has_kept_relocations = true,
		.sections = sections,
		.section_count = 3,
		.symbols = symbols,
		.symbol_count = 3,
		.relocations = &relocation,
		.relocation_count = 1 };

	memcpy(code + 2, &distance, sizeof(distance));
	return print(&image);
}

/* frame_dummy of crtbegin.o has such an instruction: it reached the last benchmark's entry. */
static void test_an_immediate_behind_an_address(void **state)
{
	(void)state;
	assert_true(print_flag(1, false) != 0);
	assert_true(print_flag(1, false) == print_flag(2, false));
	assert_true(print_flag(1, true) != print_flag(2, true));
}

#define CODE  (BASE + 0x100)
#define TEXTS (BASE + 0x200)

/* An object of file 1 points to the first of two texts, code takes the address of the second.
 */
struct texts {
	uint32_t code;        /* file of the code; 0: not known */
	uint32_t named;       /* file of a literal that the code names; 0: none */
	uint32_t behind;      /* file of the object behind the texts */
	unsigned char second; /* of which byte the object holds a second pointer */
};

static uint64_t print_texts(struct texts of, const char *bytes)
{
	unsigned char data[16] = { 0, TEXTS >> 8, [8] = of.second, TEXTS >> 8 },
		      code[16] = { 0 }, texts[16] = { 0 };
	struct image_section sections[] = {
		{ BASE, 16, SHF_ALLOC, .name = ".data.rel.ro", .bytes = data },
		{ CODE, 16, SHF_ALLOC | SHF_EXECINSTR, .name = ".text", .bytes = code },
		{ TEXTS, 16, SHF_ALLOC, .name = ".rodata", .bytes = texts },
	};
	struct image_symbol symbols[] = { { BASE, 16, "words", true, 1 },
		{ CODE, 16, "f", false, of.code }, { TEXTS + 8, 4, "t", true, of.behind } };
	struct image_relocation relocations[] = {
		{ BASE, R_X86_64_64, .symbol = "" },
		{ BASE + 8, R_X86_64_64, of.second, .symbol = "" },
		{ CODE + 3, R_X86_64_PC32, 3 - 4, .symbol = "" },
		{ CODE + 8, R_X86_64_PC32, -4, .symbol = of.named ? ".LC0" : "",
			.file = of.named },
	};
	struct image image = { .machine = EM_X86_64,
		.has_kept_relocations = true,
		.sections = sections,
		.section_count = 3,
		.symbols = symbols,
		.symbol_count = 3,
		.relocations = relocations,
		.relocation_count = 4 };

	memcpy(texts, bytes, 8);
	for (size_t i = 0; i < 4; i++) {
		relocations[i].version = "";
		relocations[i].value = TEXTS;
		relocations[i].defined = true;
	}
	return print(&image);
}

static bool second_counts(struct texts of)
{
	assert_true(print_texts(of, "it\0ab\0c") != 0);
	assert_true(print_texts(of, "it\0ab\0c") != print_texts(of, "at\0ab\0c"));
	return print_texts(of, "it\0ab\0c") != print_texts(of, "it\0xb\0c");
}

/* Objects without a name belong to one file: what another one refers to is no part of a text.
 */
static void test_texts_of_another_file(void **state)
{
	(void)state;
	assert_false(second_counts((struct texts){ .code = 2, .behind = 1 }));
	assert_false(second_counts((struct texts){ .named = 2, .behind = 1 }));
	assert_true(second_counts((struct texts){ .code = 1, .behind = 1 }));
	assert_true(second_counts((struct texts){ .named = 1, .behind = 1 }));
	assert_true(second_counts((struct texts){ .behind = 1 }));
	/* The code may mean what stands behind: t[i - 5]. */
	assert_true(second_counts((struct texts){ .code = 2, .behind = 2 }));
	assert_true(second_counts((struct texts){ .code = 2, .behind = 0 }));
	assert_true(second_counts((struct texts){ .code = 2, .behind = 1, .second = 3 }));
}

#define SLOT (BASE + 0x300)

/* A function with a name calls another one, which starts a program. */
struct starter {
	const char *name;
	uint32_t file;          /* that alone knows it: its place in `sources`, from 1 */
	const char *sources[3]; /* objects that were linked */
	bool twice;             /* the first one starts a program as well */
	const char *by;         /* NULL: posix_spawnp */
};

static bool starter_is_known(const struct starter *s)
{
	/* call [slot] or nop; jmp to the second. jmp [slot] */
	unsigned char code[22] = { 0xFF, 0x15, 0xFA, 2, 0, 0, 0xE9, 5, 0, 0, 0 },
		      slot[8] = { 0 };
	const unsigned char nop[] = { 0x66, 0x0F, 0x1F, 0x44, 0, 0 };
	struct image_section sections[] = {
		{ BASE, sizeof(code), SHF_ALLOC | SHF_EXECINSTR, .name = ".text",
			.bytes = code },
		{ SLOT, sizeof(slot), SHF_ALLOC | SHF_WRITE, .name = ".got", .bytes = slot },
	};
	struct image_symbol symbols[] = { { BASE, 11, "main", false, 0 },
		{ BASE + 16, 6, s->name, false, s->file } };
	struct image_relocation relocation = { .address = SLOT,
		.type = R_X86_64_GLOB_DAT,
		.symbol = s->by ? s->by : "posix_spawnp",
		.version = "",
		.dynamic = true };
	struct image image = { .machine = EM_X86_64,
		.moves = true,
		.sections = sections,
		.section_count = 2,
		.symbols = symbols,
		.symbol_count = 2,
		.origins.sources = (const char **)s->sources,
		.relocations = &relocation,
		.relocation_count = 1 };

	while (image.origins.source_count < 3 && s->sources[image.origins.source_count])
		image.origins.source_count++;
	if (!s->twice)
		memcpy(code, nop, sizeof(nop));
	memcpy(code + 16, (unsigned char[]){ 0xFF, 0x25, 0xEA, 2, 0, 0 }, 6);
	return print(&image) != 0;
}

#define WORDS     "words.9d117a76f0a6b9f6-cgu.0"
#define CRITERION "criterion.fa14bf282e42e300-cgu.07"
#define PLOTS     "criterion_plot.fe9ce280038fef78-cgu.1"
#define HASH      "17hac14f8a26fb94485E"
#define DRAW      "_ZN9criterion4plot15gnuplot_backend3pdf3pdf" HASH
#define VERSION   "_ZN14criterion_plot7version" HASH
#define ONCE      "_ZN3std4sync4once4Once9call_once28_$u7b$$u7b$closure$u7d$$u7d$" HASH

/* Names of real programs, and such as a user may choose. */
static void test_programs_that_criterion_starts(void **state)
{
	static const struct starter known[] = {
		{ .name = DRAW, .sources = { CRITERION, PLOTS } },
		{ .name = "_ZN80_$LT$criterion..plot..gnuplot_backend..Gnuplot$u20$as$u20$"
			  "criterion..plot..Plotter$GT$3pdf" HASH,
			.sources = { CRITERION, PLOTS } },
		{ .name = VERSION, .sources = { CRITERION, PLOTS } },
		{ .name = ONCE, .file = 3, .sources = { WORDS, PLOTS, CRITERION } },
		{ .name = ONCE,
			.file = 1,
			.sources = { "criterion.fa14bf282e42e300-cgu.12", CRITERION, PLOTS } },
		{ .name = "_RNvMs0_NtNtNtCsjrHSEGnQ3l9_3std3sys6thread4unixNtB5_6Thread3new" },
		{ .name = "_ZN3std3sys4unix6thread6Thread3new" HASH },
		{ .name = "start", .by = "getpid" },
	};
	static const struct starter unknown[] = {
		{ .name = DRAW, .sources = { CRITERION, PLOTS }, .twice = true },
		{ .name = DRAW, .sources = { CRITERION } },
		{ .name = DRAW, .sources = { PLOTS } },
		{ .name = ONCE, .sources = { CRITERION, PLOTS } },
		{ .name = ONCE, .file = 1, .sources = { WORDS, CRITERION, PLOTS } },
		{ .name = ONCE, .file = 1, .sources = { PLOTS, CRITERION } },
		{ .name = ONCE, .file = 1, .sources = { "criterion.c", CRITERION, PLOTS } },
		/* A crate of the user has this name, too. */
		{ .name = DRAW,
			.sources = { CRITERION, PLOTS, "criterion.9d117a76f0a6b9f6-cgu.0" } },
		{ .name = ONCE,
			.file = 1,
			.sources = { CRITERION, PLOTS, "criterion.9d117a76f0a6b9f6-cgu.0" } },
		{ .name = VERSION,
			.sources = { CRITERION, PLOTS,
				"criterion_plot.9d117a76f0a6b9f6-cgu.0" } },
		{ .name = "start" },
		{ .name = "start", .by = "pidfd_spawn" },
		{ .name = "start", .by = "wordexp" },
		{ .name = "_ZN5words9criterion4plot15gnuplot_backend3pdf" HASH,
			.sources = { CRITERION, PLOTS } },
		{ .name = "_ZN14criterion_plot6Figure4draw" HASH,
			.sources = { CRITERION, PLOTS } },
		{ .name = "_ZN9criterion7bencher16Bencher$LT$M$GT$4iter" HASH,
			.sources = { CRITERION, PLOTS } },
		{ .name = "_RNvMs0_NtNtNtCsjrHSEGnQ3_5words3sys6thread4unixNtB5_6Thread3new" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!starter_is_known(&known[i]))
			fail_msg("not known: %s", known[i].name);
	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		if (starter_is_known(&unknown[i]))
			fail_msg("known: %s", unknown[i].name);
}

/* CPU time in ns, the best of three: others may run on this machine. */
static double cost(const struct image *image)
{
	double best = INFINITY;

	for (int i = 0; i < 3; i++) {
		struct timespec begin, end;

		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
		print(image);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
		best = fmin(best, (double)(end.tv_sec - begin.tv_sec) * 1e9 +
					  (double)(end.tv_nsec - begin.tv_nsec));
	}
	return best;
}

/* 64 times as many objects take 50 to 470 times as long, as caches are shared with others;
 * squared it would be 4096 times. */
static void test_the_cost_grows_with_the_size(void **state)
{
	(void)state;
	for (int named = 0; named < 2; named++) {
		struct image small = make_image(300, named), large = make_image(19200, named);

		assert_true(cost(&large) < 1500 * cost(&small));
		drop_image(&small);
		drop_image(&large);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_pointed_at_counts),
		cmocka_unit_test(test_too_large_is_unknown),
		cmocka_unit_test(test_code_without_a_symbol),
		cmocka_unit_test(test_an_immediate_behind_an_address),
		cmocka_unit_test(test_texts_of_another_file),
		cmocka_unit_test(test_programs_that_criterion_starts),
		cmocka_unit_test(test_the_cost_grows_with_the_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
