/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/iso_time.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *clock_time(const char *text, struct tm *utc)
{
	const char *end = strptime(text, "%H:%M", utc);

	if (end && *end == ':')
		end = strptime(end, ":%S", utc);
	if (end && (*end == '.' || *end == ',') && isdigit((unsigned char)end[1]))
		end += 1 + strspn(end + 1, "0123456789");
	return end;
}

/* How much the clock of that place is ahead of UTC goes to tm_gmtoff. */
static const char *offset(const char *text, struct tm *utc)
{
	if (*text == 'Z' || *text == 'z')
		return text + 1;
	text = *text == '+' || *text == '-' ? strptime(text, "%z", utc) : text;
	return labs(utc->tm_gmtoff) <= 24 * 3600L ? text : NULL;
}

int64_t iso_time(const char *text)
{
	struct tm utc = { 0 };
	const char *end = text ? strptime(text, "%Y-%m-%d", &utc) : NULL;
	int day = utc.tm_mday;
	int64_t seconds, ahead;

	if (end && (*end == 'T' || *end == ' ')) {
		end = clock_time(end + 1, &utc);
		end = end ? offset(end, &utc) : NULL;
	}
	if (!end || *end)
		return -1;
	ahead = utc.tm_gmtoff; /* which timegm() sets */
	seconds = timegm(&utc) - ahead;
	/* The 30th of February is none. */
	return utc.tm_mday == day ? seconds : -1;
}

void iso_text(char text[ISO_TEXT_SIZE], int64_t seconds)
{
	time_t time = seconds;
	struct tm utc;

	*text = '\0';
	if (gmtime_r(&time, &utc))
		strftime(text, ISO_TEXT_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc);
}
