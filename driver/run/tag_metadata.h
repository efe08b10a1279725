/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_TAG_METADATA_H
#define DRIVER_RUN_TAG_METADATA_H

struct suite;

/* The tags of the selected benchmarks, for the metadata suite.NAME.tags: JSON on one line,
 * {"tag": ["benchmark", ...]}. NULL without tags; the caller frees it. */
char *tag_metadata(const struct suite *suite);

#endif
