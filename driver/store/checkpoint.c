/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/checkpoint.h"

#include <sqlite3.h>
#include <string.h>

#include "compare/base/memory.h"

/* In front of the arrays of the changes, which follow each other. */
struct head {
	char program[24];            /* another one may find other changes */
	struct changes changes;      /* its pointers mean nothing */
	size_t tracks, nights, size; /* size: of all */
};

/* The arrays of the changes and their sizes in bytes; the room of all with the head. */
static size_t arrays(
	struct changes *c, const struct tracks *tracks, void **to[5], size_t size[5])
{
	size_t nights = (tracks->night_count + 1) * sizeof(double), sum = sizeof(struct head);

	to[0] = (void **)&c->list;
	size[0] = c->count * sizeof(*c->list);
	to[1] = (void **)&c->noise.tracks;
	size[1] = tracks->track_count * sizeof(*c->noise.tracks);
	to[2] = (void **)&c->noise.shift;
	to[3] = (void **)&c->noise.lasting;
	to[4] = (void **)&c->noise.growth;
	size[2] = size[3] = size[4] = nights;
	for (int i = 0; i < 5; i++)
		sum += size[i];
	return sum;
}

int checkpoint_write(struct database *database, const struct tracks *tracks,
	const struct changes *changes, struct err *e)
{
	struct head head = { BD_VERSION, *changes, tracks->track_count, tracks->night_count,
		0 };
	void **from[5];
	size_t size[5], at = sizeof(head);
	AUTO_FREE char *text = NULL;

	head.size = arrays(&head.changes, tracks, from, size);
	text = memory_zeroed(head.size, 1);
	for (int i = 0; i < 5; at += size[i++])
		if (size[i])
			memcpy(text + at, *from[i], size[i]);
	memcpy(text, &head, sizeof(head));
	return database_do(database, e, "INSERT OR REPLACE INTO checkpoint VALUES(?, ?)", "tb",
		tracks->class, text, head.size);
}

int checkpoint_read(struct database *database, const struct tracks *tracks,
	const struct change_settings *settings, struct changes *changes, struct err *e)
{
	struct sqlite3_stmt *row = database_query(
		database, e, "SELECT made FROM checkpoint WHERE class = ?", "t", tracks->class);
	int more = database_next(database, row, e);
	size_t size[5], all = more > 0 ? (size_t)sqlite3_column_bytes(row, 0) : 0;
	const char *text = more > 0 ? sqlite3_column_blob(row, 0) : NULL;
	void **to[5];
	struct head head;

	if (all < sizeof(head))
		return more < 0 ? -1 : 0;
	memcpy(&head, text, sizeof(head));
	if (strncmp(head.program, BD_VERSION, sizeof(head.program)) != 0 || head.size != all ||
		head.tracks != tracks->track_count || head.nights != tracks->night_count ||
		head.changes.alarms != settings->alarms ||
		head.changes.smallest_reported != settings->least || settings->threshold > 0 ||
		arrays(&head.changes, tracks, to, size) != all)
		return 0;
	text += sizeof(head);
	for (int i = 0; i < 5; text += size[i++]) {
		*to[i] = memory_zeroed(size[i] + 1, 1);
		memcpy(*to[i], text, size[i]);
	}
	*changes = head.changes;
	changes->capacity = changes->count;
	return 1;
}
