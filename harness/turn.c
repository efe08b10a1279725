/* SPDX-License-Identifier: MIT */
#include "harness/turn.h"

#include <errno.h>
#include <sys/socket.h>

/* The two messages. */
#define TURN 't'
#define DONE 'd'

static void send_word(struct bd_turn *turn, char word)
{
	ssize_t n;

	do
		n = send(turn->fd, &word, 1, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		turn->alone = 1;
}

void bd_turn_wait(struct bd_turn *turn)
{
	char word;
	ssize_t n;

	if (turn->alone)
		return;
	do
		n = recv(turn->fd, &word, 1, 0);
	while (n < 0 && errno == EINTR);
	turn->alone = n != 1 || word == DONE;
}

void bd_turn_pass(struct bd_turn *turn)
{
	if (turn->alone)
		return;
	send_word(turn, TURN);
	bd_turn_wait(turn);
}

void bd_turn_end(struct bd_turn *turn)
{
	if (turn->fd < 0)
		return;
	send_word(turn, DONE);
	/* The other launch ends its turns as well, or is gone. */
	bd_turn_wait(turn);
	turn->alone = 1;
}
