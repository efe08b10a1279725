/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_PART_H
#define DRIVER_RUN_PART_H

struct log_writer;
struct run;
struct shard;

/*
 * A run of `--shard K/N`. Its rows name the machine; its heads say which part it is, and how
 * long reference work took before and after (driver/parts/node_health.h). Each does nothing
 * where the run is whole.
 */
void run_part_prepare(struct run *run);
void run_part_head(const struct shard *shard, const char *node, struct log_writer *writer);
void run_part_end(const struct shard *shard, struct log_writer *writer);

#endif
