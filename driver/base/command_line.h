/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_COMMAND_LINE_H
#define DRIVER_BASE_COMMAND_LINE_H

/* The words that bdriver was started with, for the log. Borrowed from main(). */
void command_line_keep(int argc, char **argv);
/* The words with blanks between them, to be read. The caller frees it. */
char *command_line_text(void);
/* The words as JSON; NULL if one is not UTF-8. The caller frees it. */
char *command_line_json(void);

#endif
