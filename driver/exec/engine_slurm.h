/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_ENGINE_SLURM_H
#define DRIVER_EXEC_ENGINE_SLURM_H

#include "driver/exec/engine.h"

/* Array jobs of Slurm, through sbatch, squeue, scancel, sinfo, scontrol and srun. */
extern const struct engine engine_slurm;

#endif
