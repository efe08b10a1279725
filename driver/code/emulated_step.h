/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EMULATED_STEP_H
#define DRIVER_CODE_EMULATED_STEP_H

struct emulated_cpu;

/* Carries out the decoded instruction; cpu->next is the address behind it, and afterwards of
 * the next one. Sets cpu->stuck where it cannot. */
void emulated_step(struct emulated_cpu *cpu);

void emulated_push(struct emulated_cpu *cpu, unsigned long long value);
unsigned long long emulated_pop(struct emulated_cpu *cpu);

#endif
