/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, CELLS = SIDE * SIDE };

/* Made for this suite by shuffling a solved grid and taking cells away. */
static const char *const puzzle = ".5....83.....4.9..3.8..9.6."
				  ".....4..........831658....."
				  "..6.9..5..........49..12...";
static const char *const solution = "259671834671348925348259167"
				    "837924516924165783165837492"
				    "786493251512786349493512678";

struct state {
	unsigned row[SIDE], column[SIDE], box[SIDE]; /* bits: digits that are used */
	char grid[CELLS + 1];
	uint64_t tries;
};

static void flip(struct state *s, int cell, int digit)
{
	unsigned bit = 1U << digit;

	s->row[cell / SIDE] ^= bit;
	s->column[cell % SIDE] ^= bit;
	s->box[cell / 27 * 3 + cell % SIDE / 3] ^= bit;
}

static unsigned open_digits(const struct state *s, int cell)
{
	return 0x3fe & ~(s->row[cell / SIDE] | s->column[cell % SIDE] |
			       s->box[cell / 27 * 3 + cell % SIDE / 3]);
}

/* The open cell with the fewest digits to try, -1 if all are filled. */
static int choose(const struct state *s)
{
	int best = -1, fewest = SIDE + 1;

	for (int cell = 0; cell < CELLS; cell++) {
		if (s->grid[cell] != '.')
			continue;
		int count = __builtin_popcount(open_digits(s, cell));
		if (count < fewest) {
			fewest = count;
			best = cell;
		}
	}
	return best;
}

static int solve(struct state *s)
{
	int cell = choose(s);

	if (cell < 0)
		return 1;
	for (unsigned open = open_digits(s, cell); open; open &= open - 1) {
		int digit = __builtin_ctz(open);

		s->tries++;
		s->grid[cell] = (char)('0' + digit);
		flip(s, cell, digit);
		if (solve(s))
			return 1;
		flip(s, cell, digit);
	}
	s->grid[cell] = '.';
	return 0;
}

static void load(struct state *s)
{
	memset(s, 0, sizeof(*s));
	memcpy(s->grid, puzzle, CELLS);
	for (int cell = 0; cell < CELLS; cell++) {
		if (puzzle[cell] != '.')
			flip(s, cell, puzzle[cell] - '0');
	}
}

/* Solves one puzzle; result: the hash of the solved grid. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		load(s);
		bd_keep(solve(s));
	}
	bd_result(b, bd_hash(s->grid, CELLS, 0));
}

static int setup(struct bd *b)
{
	b->state = bd_alloc(sizeof(struct state));
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* Does the known solution keep all rules and the given digits, and was it found? */
static int verify(struct bd *b)
{
	struct state check = { 0 };

	for (int cell = 0; cell < CELLS; cell++) {
		int digit = solution[cell] - '0';

		if (puzzle[cell] != '.' && puzzle[cell] != solution[cell])
			return bd_wrong(b, "cell %d was given", cell);
		if (!(open_digits(&check, cell) >> digit & 1))
			return bd_wrong(b, "cell %d breaks a rule", cell);
		flip(&check, cell, digit);
	}
	return bd_expect(b, bd_hash(solution, CELLS, 0));
}

BD_BENCHMARK("Sudoku", run, .tags = "search,recursion", .setup = setup, .teardown = teardown,
	.verify = verify)
