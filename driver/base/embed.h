/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_EMBED_H
#define DRIVER_BASE_EMBED_H

/* A text that the assembler takes in from a file, which ends with a NUL; the path is one that
 * the build knows (driver/CMakeLists.txt). */
#define EMBED(id, path)                                                        \
	extern const char id[];                                                \
	__asm__(".pushsection .rodata\n" #id ":\n.incbin \"" path "\"\n.byte " \
		"0\n.popsection\n")

#endif
