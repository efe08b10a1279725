/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/command.h"

int main(int argc, char **argv)
{
	return command_main(argc, argv);
}
