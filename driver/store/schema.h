/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_SCHEMA_H
#define DRIVER_STORE_SCHEMA_H

/* "BDrv": tells our file from others (PRAGMA application_id). */
#define SCHEMA_APPLICATION 0x42447276

/* The version that this program writes (PRAGMA user_version). */
#define SCHEMA_VERSION 11

/* What makes version i + 1 from version i. Never change one that was released: add another. */
extern const char *const schema_steps[SCHEMA_VERSION];
/* The views, made anew with each version: they are the contract, the tables are not. */
extern const char schema_views[];

#endif
