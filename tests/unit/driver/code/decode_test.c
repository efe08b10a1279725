/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an instruction refers to, and how it goes on. Expected values: GNU as and objdump. */
#include "driver/code/decode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct expected {
	const char *bytes;
	unsigned size; /* of the instruction; 0: it is none */
	enum decode_flow flow;
	int offset; /* of the first field; -1: it has none */
	int width;  /* bytes */
	bool branch, indexed, relative;
};

#define CODE(text) text "\x90\x90\x90\x90\x90\x90\x90\x90", sizeof(text) - 1

/* clang-format off */
static const struct expected instructions[] = {
	{ CODE("\x48\x8D\x3D\0\0\0\0"), FLOW_ON, 3, 0, false, false, true },       /* lea x, %rdi */
	{ CODE("\xE8\0\0\0\0"), FLOW_CALL, 1, 0, true, false, true },
	{ CODE("\xE9\0\0\0\0"), FLOW_JUMP, 1, 0, true, false, true },
	{ CODE("\xEB\0"), FLOW_JUMP, 1, 0, true, false, true },
	{ CODE("\x0F\x84\0\0\0\0"), FLOW_BRANCH, 2, 0, true, false, true },        /* je */
	{ CODE("\xC3"), FLOW_END, -1, 0, false, false, false },
	{ CODE("\x0F\x0B"), FLOW_END, -1, 0, false, false, false },                /* ud2 */
	{ CODE("\x8B\x05\0\0\0\0"), FLOW_ON, 2, 4, false, false, true },           /* mov x, %eax */
	{ CODE("\x0F\xB7\x05\0\0\0\0"), FLOW_ON, 3, 2, false, false, true },       /* movzwl x, %eax */
	{ CODE("\xD9\x05\0\0\0\0"), FLOW_ON, 2, 4, false, false, true },           /* flds x */
	{ CODE("\xDB\x2D\0\0\0\0"), FLOW_ON, 2, 10, false, false, true },          /* fldt x */
	{ CODE("\xFF\x25\0\0\0\0"), FLOW_JUMP, 2, 8, false, false, true },         /* jmp *x */
	{ CODE("\xF2\x44\x0F\x59\x05\0\0\0\0"), FLOW_ON, 5, 8, false, false, true },/* mulsd x, %xmm8 */
	{ CODE("\x66\x0F\x28\x05\0\0\0\0"), FLOW_ON, 4, 16, false, false, true },  /* movapd x, %xmm0 */
	{ CODE("\xC5\xFD\x6F\x05\0\0\0\0"), FLOW_ON, 4, 32, false, false, true },  /* vmovdqa x, %ymm0 */
	{ CODE("\x62\xF1\xFD\x48\x6F\x05\0\0\0\0"), FLOW_ON, 6, 64, false, false, true }, /* vmovdqa64 */
	{ CODE("\x80\x3D\0\0\0\0\1"), FLOW_ON, 2, 1, false, false, true },         /* cmpb $1, x */
	{ CODE("\xC7\x05\0\0\0\0\1\0\0\0"), FLOW_ON, 2, 4, false, false, true },   /* movl $1, x */
	{ CODE("\x8B\x04\xBD\0\0\0\0"), FLOW_ON, 3, 0, false, true, false },       /* mov x(,%rdi,4), %eax */
	{ CODE("\x8B\x87\0\0\0\0"), FLOW_ON, 2, 0, false, true, false },           /* mov x(%rdi), %eax */
	{ CODE("\x8B\x04\x25\0\0\0\0"), FLOW_ON, 3, 4, false, false, false },      /* mov x, %eax; absolute */
	{ CODE("\xBF\0\0\0\0"), FLOW_ON, 1, 0, false, false, false },              /* mov $x, %edi */
	{ CODE("\x48\xBF\0\0\0\0\0\0\0\0"), FLOW_ON, 2, 0, false, false, false },  /* movabs $x, %rdi */
	{ CODE("\x89\xC8"), FLOW_ON, -1, 0, false, false, false },
	{ CODE("\x06") - 1, FLOW_ON, -1, 0, false, false, false },                 /* none in 64 bits */
};
/* clang-format on */

static void test_fields(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof(instructions) / sizeof(*instructions); k++) {
		const struct expected *e = &instructions[k];
		struct decode_instruction i;
		bool known = decode((const unsigned char *)e->bytes, 15, &i);

		if (known != (e->size != 0))
			fail_msg("instruction %zu is %s", k, known ? "one" : "none");
		if (!known)
			continue;
		if (i.size != e->size || i.flow != e->flow ||
			(i.field_count ? i.fields[0].offset : -1) != e->offset)
			fail_msg("instruction %zu: %d bytes, flow %d, %d fields", k, i.size,
				(int)i.flow, i.field_count);
		if (i.field_count &&
			(i.fields[0].width != e->width || i.fields[0].branch != e->branch ||
				i.fields[0].indexed != e->indexed ||
				i.fields[0].relative != e->relative))
			fail_msg("instruction %zu: %d bytes at the address", k,
				i.fields[0].width);
	}
}

static struct decode_instruction decoded(const char *bytes, size_t size)
{
	struct decode_instruction i;

	assert_true(decode((const unsigned char *)bytes, size, &i));
	assert_int_equal(i.size, size);
	return i;
}

#define DECODED(text) decoded(text, sizeof(text) - 1)

static void test_what_others_see(void **state)
{
	(void)state;
	assert_true(DECODED("\x0F\xAE\x54\x24\x04").acts);               /* ldmxcsr 4(%rsp) */
	assert_true(DECODED("\xC5\xF8\xAE\x54\x24\x04").acts);           /* vldmxcsr 4(%rsp) */
	assert_true(DECODED("\xD9\x6C\x24\x04").acts);                   /* fldcw 4(%rsp) */
	assert_true(DECODED("\x0F\x05").acts);                           /* syscall */
	assert_true(DECODED("\xF3\x48\x0F\xAE\xD7").acts);               /* wrfsbase %rdi */
	assert_false(DECODED("\x0F\xAE\x5C\x24\x04").acts);              /* stmxcsr 4(%rsp) */
	assert_false(DECODED("\x0F\x31").acts);                          /* rdtsc */
	assert_true(DECODED("\x64\x8B\x04\x25\xFC\xFF\xFF\xFF").thread); /* mov %fs:-4, %eax */
	assert_false(
		DECODED("\x64\x48\x8B\x04\x25\x28\0\0\0").thread); /* the stack protector */
	assert_true(DECODED("\xFF\xD0").indirect);                 /* call *%rax */
	assert_false(DECODED("\xE8\0\0\0\0").indirect);
	assert_true(DECODED("\x66\x2E\x0F\x1F\x84\0\0\0\0\0").no_op);
}

static void test_truncated_code_is_none(void **state)
{
	struct decode_instruction i;

	(void)state;
	assert_false(decode((const unsigned char *)"\xE8\0\0\0", 4, &i));
	assert_false(decode((const unsigned char *)"", 0, &i));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_what_others_see),
		cmocka_unit_test(test_truncated_code_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
