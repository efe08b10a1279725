/* SPDX-License-Identifier: MIT */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

/* How many words of size bytes of text are followed by a blank. */
size_t count_words(const char *text, size_t size);

#endif
