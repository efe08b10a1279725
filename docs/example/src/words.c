/* SPDX-License-Identifier: MIT */
#include "words.h"

size_t count_words(const char *text, size_t size)
{
	size_t count = 0;

	for (size_t i = 1; i < size; i++)
		count += text[i] == ' ' && text[i - 1] != ' ';
	return count;
}
