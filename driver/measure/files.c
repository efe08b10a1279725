/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/files.h"

#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/base/file_identity.h"
#include "driver/base/file_pages.h"

/* Of a subject and a build. */
struct measure_file {
	struct file_identity file; /* as it was when the first measure_run() began */
	size_t first;              /* the first place of the same file */
	unsigned renewals;         /* of the file's physical pages; kept in the first place */
	unsigned had;              /* the renewal of this benchmark's last launch; 0: none */
};

static struct measure_file *file_of(const struct measure *m, size_t subject, unsigned build)
{
	return &m->files[subject * m->build_count + build];
}

bool files_are_same(const struct measure *m, size_t subject, unsigned build)
{
	struct file_identity now =
		file_identity_of(m->subjects->items[subject].builds[build].path);

	return file_identity_same(&now, &file_of(m, subject, build)->file);
}

/*
 * Where the pages of a build lie is then chance: no launch of a benchmark has those of an
 * earlier one. Others of its suite may, as reading the file costs more than a short launch.
 */
void files_renew_pages(struct measure *m, size_t subject, unsigned build, const char *path)
{
	struct measure_file *own = file_of(m, subject, build), *file = &m->files[own->first];

	if (own->had == file->renewals) {
		file_pages_renew(path);
		file->renewals++;
	}
	own->had = file->renewals;
}

void files_take(struct measure *m)
{
	size_t builds = m->build_count;

	if (m->files)
		return;
	m->files = memory_zeroed(m->subjects->count * builds, sizeof(*m->files));
	for (size_t i = 0; i < m->subjects->count * builds; i++) {
		const struct subject *s = &m->subjects->items[i / builds];
		const char *path = s->builds[i % builds].path;
		bool as_before = i >= builds && path && s[-1].builds[i % builds].path == path;

		m->files[i].file =
			as_before ? m->files[i - builds].file : file_identity_of(path);
		m->files[i].first = as_before ? m->files[i - builds].first : i;
	}
}
