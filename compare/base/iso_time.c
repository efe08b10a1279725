/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/iso_time.h"

#include <ctype.h>
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

static int two_digits(const char *text)
{
	if (!isdigit((unsigned char)text[0]) || !isdigit((unsigned char)text[1]))
		return -1;
	return (text[0] - '0') * 10 + text[1] - '0';
}

/* *seconds: how much the clock of that place is ahead of UTC. */
static const char *offset(const char *text, int *seconds)
{
	int hours, minutes = 0;

	if (*text == 'Z' || *text == 'z')
		return text + 1;
	if (*text != '+' && *text != '-')
		return text;
	hours = two_digits(text + 1);
	if (hours < 0 || hours > 24)
		return NULL;
	*seconds = *text == '-' ? -60 : 60;
	text += 3;
	if (*text) {
		text += *text == ':';
		minutes = two_digits(text);
		text += 2;
	}
	*seconds *= hours * 60 + minutes;
	return minutes < 0 || minutes > 59 ? NULL : text;
}

int64_t iso_time(const char *text)
{
	struct tm utc = { 0 };
	const char *end = text ? strptime(text, "%Y-%m-%d", &utc) : NULL;
	int ahead = 0, day = utc.tm_mday;
	int64_t seconds;

	if (end && (*end == 'T' || *end == ' ')) {
		end = clock_time(end + 1, &utc);
		end = end ? offset(end, &ahead) : NULL;
	}
	if (!end || *end)
		return -1;
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
