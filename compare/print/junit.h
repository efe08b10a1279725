/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_JUNIT_H
#define COMPARE_PRINT_JUNIT_H

#include <stddef.h>
#include <stdio.h>

/* One suite of JUnit's XML; what stands between these calls is indented by four. */
void junit_begin(FILE *out, const char *name, size_t tests, size_t failures, size_t skipped);
void junit_end(FILE *out);
void junit_case_begin(FILE *out, const char *suite, const char *name);
void junit_case_end(FILE *out);
/* "failure", of that type, or "skipped" (type NULL), within a case. */
void junit_result(FILE *out, const char *element, const char *message, const char *type);

#endif
