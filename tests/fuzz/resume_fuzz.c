/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/resume.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

/* A log of somebody else: it never brings --force, and never trusts itself. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run_settings now = { .shared = { .quiet = true } };
	struct resume resume = { 0 };
	struct err e = { "" };
	char log[64], part[80];
	FILE *out;

	snprintf(log, sizeof(log), "/tmp/resume_fuzz_%d.log", (int)getpid());
	snprintf(part, sizeof(part), "%s.part", log);
	out = fopen(part, "we");
	assert(out);
	fwrite(data, 1, size, out);
	fclose(out);
	now.log.resume = log;
	if (resume_read(&resume, &now, &e)) {
		assert(e.text[0]);
	} else {
		assert(!resume.options.log.force && !resume.options.log.replaces);
		assert(!resume.options.dry_run && resume.shown);
		if (!resume_trust(&resume, &now, &e))
			assert(resume.options.log.config_hash);
	}
	resume_release(&resume);
	unlink(part);
	return 0;
}
