/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A target for libFuzzer; without it, replay.c calls it with each file of the corpus. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
