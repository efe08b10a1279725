/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/log_revision.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/revision.h"
#include "driver/run/run.h"

/* What was given for the build: REV, or BUILD=REV. NULL: nothing. */
static const char *given_for(const struct string_list *given, const struct build *build)
{
	size_t size = strlen(build->name);

	for (size_t i = 0; i < given->count; i++) {
		const char *text = given->items[i];

		if (!size)
			return text;
		if (!strncmp(text, build->name, size) && text[size] == '=')
			return text + size + 1;
		if (!strchr(text, '=') &&
			(!strcmp(build->name, "new") || !strcmp(build->name, "now")))
			return text;
	}
	return NULL;
}

/* The work tree of the build; NULL: none. The caller frees it. */
static char *tree_of(const char *config, const struct build *build)
{
	const struct suites *suites = &build->suites;
	char *folder = NULL, *tree;

	if (*build->directory)
		folder = memory_text(build->directory);
	else if (suites->count && !suites->items[0].adapter->program)
		folder = path_folder(suites->items[0].path);
	tree = folder ? revision_tree(folder) : NULL;
	free(folder);
	if (!tree && config) {
		folder = path_folder(config);
		tree = revision_tree(folder);
		free(folder);
	}
	return tree;
}

static bool is_of_tree(const struct builds *builds, const char *config,
	const struct build *build, const char *tree)
{
	bool alone = true;

	if (!strcmp(build->name, "new") || !strcmp(build->name, "now"))
		return true;
	for (size_t i = 0; alone && i < builds->count; i++) {
		const struct build *other = &builds->items[i];
		AUTO_FREE char *second = other == build ? NULL : tree_of(config, other);

		alone = !second || strcmp(tree, second) != 0;
	}
	return alone;
}

static void put(struct log_writer *out, const struct revision *revision)
{
	log_writer_put(out, "revision", "%s", revision->hash);
	if (revision->height >= 0)
		log_writer_put(out, "revision.height", "%" PRId64, revision->height);
	log_writer_put(out, "revision.committed", "%" PRId64, revision->committed);
	log_writer_put(out, "revision.author", "%s", revision->author);
	log_writer_put(out, "revision.subject", "%s", revision->subject);
}

void log_revision_put(const struct run *run, struct build *build)
{
	const char *given = given_for(&run->settings.builds.revisions, build);
	AUTO(revision_release) struct revision revision = { 0 };
	AUTO_FREE char *tree = tree_of(run->config.path, build);
	struct err why;

	if (given) {
		if (!revision_ask(&revision, tree ? tree : ".", given, &why) ||
			(tree && !revision_ask(&revision, ".", given, &why))) {
			put(&build->writer, &revision);
		} else {
			message_warning("--revision %s: git knows no such commit, so the log "
					"has no more of it than this name",
				given);
			log_writer_put(&build->writer, "revision", "%s", given);
		}
	} else if (tree && is_of_tree(&run->builds, run->config.path, build, tree) &&
		   !revision_ask(&revision, tree, "HEAD", &why)) {
		put(&build->writer, &revision);
		if (revision_modified(tree))
			log_writer_put(&build->writer, "revision.modified", "yes");
	}
}
