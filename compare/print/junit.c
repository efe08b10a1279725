/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/junit.h"

#include "compare/print/markup.h"

void junit_begin(FILE *out, const char *name, size_t tests, size_t failures, size_t skipped)
{
	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n"
		"  <testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n",
		tests, failures, skipped, name, tests, failures, skipped);
}

void junit_end(FILE *out)
{
	fputs("  </testsuite>\n</testsuites>\n", out);
}

void junit_case_begin(FILE *out, const char *suite, const char *name)
{
	fputs("    <testcase classname=\"", out);
	markup_put(out, MARKUP_XML, suite);
	fputs("\" name=\"", out);
	markup_put(out, MARKUP_XML, name);
	fputs("\">\n", out);
}

void junit_case_end(FILE *out)
{
	fputs("    </testcase>\n", out);
}

void junit_result(FILE *out, const char *element, const char *message, const char *type)
{
	fprintf(out, "      <%s message=\"", element);
	markup_put(out, MARKUP_XML, message);
	if (type)
		fprintf(out, "\" type=\"%s", type);
	fputs("\"/>\n", out);
}
