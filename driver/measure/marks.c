/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/marks.h"

#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/base/file_identity.h"
#include "driver/base/file_pages.h"

/* Of a subject and a build. */
struct measure_mark {
	struct file_identity file; /* as it was when the first measure_run() began */
	size_t first;              /* the first mark of the same file */
	unsigned draws;            /* of the file's physical pages; kept in the first mark */
	unsigned had;              /* the draw of this benchmark's last launch; 0: none */
};

static struct measure_mark *mark_of(const struct measure *m, size_t subject, unsigned build)
{
	return &m->marks[subject * m->build_count + build];
}

bool marks_same_file(const struct measure *m, size_t subject, unsigned build)
{
	struct file_identity now = file_identity_of(m->subjects[subject].builds[build].path);

	return file_identity_same(&now, &mark_of(m, subject, build)->file);
}

/*
 * Where the pages of a build lie is then chance: no launch of a benchmark has those of an
 * earlier one. Others of its suite may, as reading the file costs more than a short launch.
 */
void marks_renew_pages(struct measure *m, size_t subject, unsigned build, const char *path)
{
	struct measure_mark *own = mark_of(m, subject, build), *file = &m->marks[own->first];

	if (own->had == file->draws) {
		file_pages_renew(path);
		file->draws++;
	}
	own->had = file->draws;
}

void marks_take(struct measure *m)
{
	size_t builds = m->build_count;

	if (m->marks)
		return;
	m->marks = memory_zeroed(m->subject_count * builds, sizeof(*m->marks));
	for (size_t i = 0; i < m->subject_count * builds; i++) {
		const struct subject *s = &m->subjects[i / builds];
		const char *path = s->builds[i % builds].path;
		bool as_before = i >= builds && path && s[-1].builds[i % builds].path == path;

		m->marks[i].file =
			as_before ? m->marks[i - builds].file : file_identity_of(path);
		m->marks[i].first = as_before ? m->marks[i - builds].first : i;
	}
}

void marks_release(struct measure *m)
{
	free(m->marks);
	m->marks = NULL;
}
