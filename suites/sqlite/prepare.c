/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

static const char *const simple = "SELECT price FROM item WHERE id = ?";
static const char *const long_one =
	"SELECT c.id AS number, count(*) AS items, sum(i.price * c.tax) / 100 AS taxes,"
	" max(i.name) AS last FROM item i JOIN category c ON c.id = i.category"
	" WHERE i.price BETWEEN ? AND ? AND (i.name LIKE ? OR c.tax IN (1, 2, 3, 5, 8))"
	" GROUP BY c.id HAVING count(*) > ? ORDER BY taxes DESC, 1 LIMIT ?";

/* Compiles a statement: 1 a simple one, 2 a long one; result: its columns and parameters. */
static void run(struct bd *b, uint64_t n)
{
	struct shop *s = b->state;
	const char *sql = b->arg == 1 ? simple : long_one;
	uint64_t shape = 0;

	for (uint64_t i = 0; i < n; i++) {
		sqlite3_stmt *statement = NULL;

		sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);
		shape = (uint64_t)sqlite3_column_count(statement) * 100 +
			(uint64_t)sqlite3_bind_parameter_count(statement);
		bd_keep(shape);
		sqlite3_finalize(statement);
	}
	bd_result(b, shape);
}

static int setup(struct bd *b)
{
	return shop_open(b, NULL, simple);
}

static int verify(struct bd *b)
{
	return bd_expect(b, b->arg == 1 ? 101 : 405);
}

BD_FAMILY("Prepare", run, (1, 2), .tags = "parse", .setup = setup, .teardown = shop_teardown,
	.verify = verify)
