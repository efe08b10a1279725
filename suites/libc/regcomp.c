/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include "suites/libc/patterns.h"

#include <regex.h>

/* Compiles pattern number b->arg as an extended regular expression and frees it. */
static void run(struct bd *b, uint64_t n)
{
	const char *expression = patterns[b->arg - 1].expression;
	uint64_t groups = 0;

	for (uint64_t i = 0; i < n; i++) {
		regex_t r;

		if (regcomp(&r, expression, REG_EXTENDED) != 0)
			abort();
		groups = r.re_nsub;
		bd_keep(groups);
		regfree(&r);
	}
	bd_result(b, groups);
}

static int verify(struct bd *b)
{
	const struct pattern *p = &patterns[b->arg - 1];
	regex_t r;
	int hit, miss;

	if (regcomp(&r, p->expression, REG_EXTENDED | REG_NOSUB) != 0)
		return bd_wrong(b, "%s does not compile", p->expression);
	hit = regexec(&r, p->match, 0, NULL, 0);
	miss = regexec(&r, p->miss, 0, NULL, 0);
	regfree(&r);
	if (hit != 0 || miss == 0)
		return bd_wrong(b, "%s matches the wrong example", p->expression);
	return bd_expect(b, p->groups);
}

BD_FAMILY("Regcomp", run, (1, 2, 3, 4), .tags = "regex", .verify = verify)
