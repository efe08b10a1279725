/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/shortage.h"

#include <errno.h>

bool shortage(int error)
{
	return error == EMFILE || error == ENFILE || error == EAGAIN || error == ENOMEM;
}
