/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an instruction may do with the address in its field. */
#include "driver/code/access.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct instruction {
	const char *bytes; /* before the field */
	size_t size;
	uint64_t width;
	bool one, more;
};

#define CODE(text) (text), sizeof(text) - 1

/* clang-format off */
static const struct instruction instructions[] = {
	{ CODE("\x48\x8D\x3D"), ACCESS_ANY, false, false },         /* lea x, %rdi */
	{ CODE("\xE8"), ACCESS_ANY, false, false },                 /* call x */
	{ CODE("\x90\x8B\x05"), 4, false, false },                  /* mov x, %eax */
	{ CODE("\x48\x8B\x05"), 8, false, false },                  /* mov x, %rax */
	{ CODE("\xFF\x25"), 8, false, false },                      /* jmp *x */
	{ CODE("\xF2\x0F\x10\x05"), 8, false, false },              /* movsd x, %xmm0 */
	{ CODE("\xF2\x44\x0F\x59\x05"), 8, false, false },          /* mulsd x, %xmm8 */
	{ CODE("\xF3\x0F\x6F\x05"), 16, false, false },             /* movdqu x, %xmm0 */
	{ CODE("\x66\x0F\x28\x05"), 16, false, false },             /* movapd x, %xmm0 */
	{ CODE("\xC5\xFD\x6F\x05"), 32, false, false },             /* vmovdqa x, %ymm0 */
	{ CODE("\x62\xF1\x7D\x48\x6F\x05"), 64, true, false },      /* vmovdqa64 x, %zmm0 */
	{ CODE("\xC4\xE2\x7D\x18\x05"), 32, true, false },          /* vbroadcastss x, %ymm0 */
	{ CODE("\xE8\xE6\x62\x00\x00\x48\x3B\x05"), 8, false, false }, /* call y; cmp x, %rax */
	{ CODE("\xE8\x01\xC4\xFF\xFF\x8B\x05"), 4, false, false }, /* call y; mov x, %eax */
	{ CODE("\xE8\x01\x62\xFF\xFF\xFF\x8B\x05"), 4, false, false }, /* no call at all */
	{ CODE("\xDD\x05"), 16, false, false },                     /* fldl x */
	{ CODE("\x80\x3D"), 4, true, false },                       /* cmpb $1, x */
	{ CODE("\x90\xC6\x05"), 4, true, false },                   /* movb $1, x */
	{ CODE("\x90\xC7\x05"), 4, false, true },                   /* movl $1, x */
	{ CODE("\x48\x81\x3D"), 8, false, true },                   /* cmpq $1, x */
};
/* clang-format on */

static void test_width_and_immediate(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(instructions) / sizeof(*instructions); i++) {
		const struct instruction *in = &instructions[i];
		unsigned char code[32] = { 0 };
		bool one, more;

		memcpy(code, in->bytes, in->size);
		access_immediate(code, in->size, &one, &more);
		if (access_width(code, in->size) != in->width || one != in->one ||
			more != in->more)
			fail_msg("instruction %zu: %d bytes, immediate %d %d", i,
				(int)access_width(code, in->size), one, more);
	}
}

static void expect_jump(const char *bytes, size_t size, int64_t distance)
{
	struct access_jump jump;

	assert_true(access_jump((const unsigned char *)bytes, size, &jump));
	assert_int_equal(jump.distance, distance);
	assert_int_equal(jump.opcode + jump.width, size);
	assert_false(access_jump((const unsigned char *)bytes, size - 1, &jump));
}

static void test_jumps(void **state)
{
	struct access_jump jump;

	(void)state;
	expect_jump(CODE("\xE8\x10\x00\x00\x00"), 16);
	expect_jump(CODE("\xE9\xFF\xFF\xFF\xFF"), -1);
	expect_jump(CODE("\x0F\x84\x00\x01\x00\x00"), 256);
	expect_jump(CODE("\x8D\x3D\x01\x00\x00\x00"), 1);
	expect_jump(CODE("\xEB\x80"), -128);
	expect_jump(CODE("\x74\x7F"), 127);
	assert_false(access_jump((const unsigned char *)"\x90\x90\x90\x90\x90\x90", 6, &jump));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_width_and_immediate),
		cmocka_unit_test(test_jumps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
