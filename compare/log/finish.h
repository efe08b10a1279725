/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_FINISH_H
#define COMPARE_LOG_FINISH_H

#include "compare/log/log.h"

/*
 * What needs all rows of a log; readers call it at the end. Sets `counts` of each launch: of
 * several attempts at the same launch the last clean ok one counts, else the last ok one, else
 * the last. Sets `core_shared` of its evidence.
 */
void log_finish(struct log *log);

#endif
