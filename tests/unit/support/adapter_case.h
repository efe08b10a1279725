/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_ADAPTER_CASE_H
#define TESTS_UNIT_SUPPORT_ADAPTER_CASE_H

#include "driver/suite/adapter.h"

/* Fails the test unless the adapter launches the request with these arguments, separated by
 * blanks. `after`: each stands without what comes before its first such letter ("filter=x" of
 * "--benchmark_filter=x" after '_'); 0: whole. */
void adapter_case_arguments(const struct adapter *adapter, const struct launch_request *request,
	char after, const char *wanted);

#endif
