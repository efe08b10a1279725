/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ENGINE_ENGINE_SLURM_H
#define DRIVER_ENGINE_ENGINE_SLURM_H

#include "driver/engine/engine.h"

/* Array jobs of Slurm, through sbatch, squeue, scancel, sinfo, scontrol and srun. */
extern const struct engine engine_slurm;

#endif
