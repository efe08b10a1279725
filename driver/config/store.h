/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_STORE_H
#define DRIVER_CONFIG_STORE_H

struct config;
struct config_key;
struct err;

/* Where a value was read. */
struct config_place {
	const char *folder; /* of the file; "" for the working directory */
	const char *origin; /* "bdriver.ini:12" */
};

/* Stores the value in *target (the struct that the section fills). name: the whole key. -1 with
 * a sentence without file and line. */
int config_key_store(struct config *config, const struct config_key *key, void *target,
	const char *name, const char *value, const struct config_place *place, struct err *e);

#endif
