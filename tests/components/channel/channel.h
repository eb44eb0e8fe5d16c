// A bounded channel: threads send copies of elements of one size, and other threads receive them in the same order.
//
// A channel is reference counted. The thread that creates it holds the first reference; each thread that uses the
// channel holds one of its own, and gives it back with channel_release. The last release frees the channel.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stddef.h>
#include <time.h>

struct channel;

/// A channel of at most `capacity` elements of `element_size` bytes. Null if one of them is 0 or memory is exhausted.
struct channel *channel_create(size_t capacity, size_t element_size);

struct channel *channel_retain(struct channel *channel);
void channel_release(struct channel *channel);

/// Refuses further elements. Those in the channel can still be received. Has no effect on a closed channel.
void channel_close(struct channel *channel);

/// Copies *element into the channel, and waits while it is full. Returns 0, or EPIPE if the channel is closed.
int channel_send(struct channel *channel, const void *element);

/// As channel_send, but returns EAGAIN instead of waiting.
int channel_try_send(struct channel *channel, const void *element);

/// As channel_send, but returns ETIMEDOUT if the channel is still full at the deadline, a time of CLOCK_MONOTONIC.
int channel_send_until(struct channel *channel, const void *element, const struct timespec *deadline);

/// Moves the oldest element to *element, and waits while there is none. Returns 0, or EPIPE if the channel is closed
/// and empty.
int channel_receive(struct channel *channel, void *element);

/// As channel_receive, but returns EAGAIN instead of waiting.
int channel_try_receive(struct channel *channel, void *element);

/// As channel_receive, but returns ETIMEDOUT if the channel is still empty at the deadline.
int channel_receive_until(struct channel *channel, void *element, const struct timespec *deadline);

/// The time of CLOCK_MONOTONIC that is `milliseconds` from now.
struct timespec channel_deadline(long milliseconds);

/// How many elements can be received at the moment.
size_t channel_length(struct channel *channel);

#endif
