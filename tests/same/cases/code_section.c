/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the first function of a section to the next one, by the linker's names. */
#include "tests/same/cases/case.h"

__asm__(".section codes, \"ax\", @progbits\n.balign 32\n.type one, @function\n"
	"one: leaq 1(%rdi), %rax\nret\n.size one, .-one\n.balign 4096\n.type two, @function\n"
	"two: leaq " NUMBER "(%rdi), %rax\nret\n.size two, .-two\n.text\n");
extern const char __start_codes[] __attribute__((visibility("hidden")));
CASE(((uint64_t(*)(uint64_t))(__start_codes + 4096 * hide(1)))(3))
