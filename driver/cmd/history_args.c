/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_args.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/number.h"
#include "driver/base/message.h"

const char *history_folder(const struct history_args *own)
{
	const char *folder = own->history ? own->history : getenv("BDRIVER_HISTORY");

	return folder && *folder ? folder : "history";
}

int history_settings(const struct history_args *own, struct change_settings *settings)
{
	*settings = (struct change_settings)CHANGE_SETTINGS_DEFAULT;
	if (!own->alarms)
		return 0;
	if (number_parse(own->alarms, strlen(own->alarms), &settings->alarms) &&
		settings->alarms > 0 && settings->alarms <= 1000)
		return 0;
	return message_error(
		EXIT_USAGE, "--alarms %s: is no number above 0, at most 1000", own->alarms);
}
