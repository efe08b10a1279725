/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages from one stream to another in the same loop, for pipes and sockets alike. */
#ifndef UV_CHANNEL_H
#define UV_CHANNEL_H

#include "suites/uv/loop.h"

#define ROUNDS 32 /* messages in one iteration */

union any_stream {
	uv_stream_t stream;
	uv_pipe_t pipe;
	uv_tcp_t tcp;
};

struct channel {
	uv_loop_t loop;
	union any_stream from, to;
	uv_write_t request;
	char *message, *buffer;
	size_t size, received;
	unsigned round;
	int written;
	uint64_t digest;
};

static inline void channel_step(struct channel *c);

static inline void channel_on_write(uv_write_t *request, int status)
{
	struct channel *c = request->data;

	must(status);
	c->written = 1;
	channel_step(c);
}

static inline void channel_send(struct channel *c)
{
	uv_buf_t piece = uv_buf_init(c->message, (unsigned)c->size);

	c->received = 0;
	c->written = 0;
	must(uv_write(&c->request, &c->from.stream, &piece, 1, channel_on_write));
}

/* The next message, once the last one was written and has arrived. */
static inline void channel_step(struct channel *c)
{
	if (!c->written || c->received < c->size)
		return;
	c->digest += c->size + (unsigned char)c->buffer[c->size - 1];
	if (++c->round < ROUNDS)
		channel_send(c);
	else
		uv_stop(&c->loop);
}

static inline void channel_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
	struct channel *c = handle->data;

	(void)suggested;
	/* One byte more than is missing: a read that fills its room is tried again. */
	*room = uv_buf_init(c->buffer + c->received, (unsigned)(c->size + 1 - c->received));
}

static inline void channel_on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *room)
{
	struct channel *c = stream->data;

	(void)room;
	must((int)got);
	c->received += (size_t)got;
	if (got > 0)
		channel_step(c);
}

/* A loop and a message of b->arg bytes; then the streams are opened by the caller. */
static inline struct channel *channel_make(struct bd *b)
{
	struct channel *c = b->state = bd_alloc(sizeof(*c));
	uint64_t seed = 91;

	must(uv_loop_init(&c->loop));
	c->size = (size_t)b->arg;
	c->message = bd_alloc(c->size);
	c->buffer = bd_alloc(c->size + 1);
	for (size_t k = 0; k < c->size; k++)
		c->message[k] = (char)bd_random(&seed);
	c->request.data = c;
	b->bytes = (double)c->size * ROUNDS;
	b->items = ROUNDS;
	return c;
}

static inline void channel_start(struct channel *c)
{
	c->to.stream.data = c;
	must(uv_read_start(&c->to.stream, channel_room, channel_on_read));
}

static inline void channel_run(struct bd *b, uint64_t n)
{
	struct channel *c = b->state;

	for (uint64_t i = 0; i < n; i++) {
		c->round = 0;
		c->digest = 0;
		channel_send(c);
		uv_run(&c->loop, UV_RUN_DEFAULT);
		bd_keep(c->digest);
	}
	bd_result(b, c->digest);
}

static inline int channel_verify(struct bd *b)
{
	struct channel *c = b->state;

	if (memcmp(c->buffer, c->message, c->size) != 0)
		return bd_wrong(b, "another message has arrived than was sent");
	return bd_expect(b, ROUNDS * (c->size + (unsigned char)c->message[c->size - 1]));
}

static inline void channel_teardown(struct bd *b)
{
	struct channel *c = b->state;

	if (!c)
		return;
	loop_end(&c->loop);
	free(c->message);
	free(c->buffer);
	free(c);
}

#endif
