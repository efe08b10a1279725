/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_ERR_H
#define BD_BASE_ERR_H

/* Why a call failed: one whole sentence that names file, line and what to do. Holds no memory.
 */
struct err {
	char text[1024];
};

/*
 * Fills *e (which may be NULL) with the sentence and returns -1, so that a failing function can
 * say `return bd_err(e, "...")`. A text that is too long is cut at a character boundary.
 */
int bd_err(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
