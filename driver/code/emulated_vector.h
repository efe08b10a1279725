/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EMULATED_VECTOR_H
#define DRIVER_CODE_EMULATED_VECTOR_H

#include <stdbool.h>

struct emulated_cpu;

/* Carries out an instruction of vectors, as compilers copy objects with; false: it is none. */
bool emulated_vector_step(struct emulated_cpu *cpu);
/* MOVSS and MOVSD, between a register and memory. */
void emulated_vector_move(struct emulated_cpu *cpu, unsigned size);

#endif
