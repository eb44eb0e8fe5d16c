#include "channel.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct channel {
  atomic_uint references;
  size_t capacity;
  size_t element_size;

  pthread_mutex_t lock; // protects all that follows
  pthread_cond_t changed_for_receivers;
  pthread_cond_t changed_for_senders;
#ifdef WRONG_CLOSE
  atomic_bool closed;
#else
  bool closed;
#endif
  size_t receive_at; // the slot of the oldest element
  size_t send_at;    // the slot of the next element
  size_t length;
  unsigned char *slots;
};

/// Until when a call waits.
enum patience { NOT_AT_ALL, UNTIL_DEADLINE, FOR_EVER };

/// Deadlines must not move when the clock of the system is set, hence CLOCK_MONOTONIC.
static int init_condition(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  int error = pthread_condattr_init(&attributes);
  if (error)
    return error;
  error = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  if (!error)
    error = pthread_cond_init(condition, &attributes);
  pthread_condattr_destroy(&attributes);
  return error;
}

static bool init_synchronisation(struct channel *channel) {
  if (pthread_mutex_init(&channel->lock, NULL) != 0)
    return false;
  if (init_condition(&channel->changed_for_receivers) == 0) {
    if (init_condition(&channel->changed_for_senders) == 0)
      return true;
    pthread_cond_destroy(&channel->changed_for_receivers);
  }
  pthread_mutex_destroy(&channel->lock);
  return false;
}

struct channel *channel_create(size_t capacity, size_t element_size) {
  if (capacity == 0 || element_size == 0 || capacity > SIZE_MAX / element_size)
    return NULL;
  struct channel *channel = malloc(sizeof *channel);
  if (!channel)
    return NULL;
  channel->slots = malloc(capacity * element_size);
  if (!channel->slots || !init_synchronisation(channel)) {
    free(channel->slots);
    free(channel);
    return NULL;
  }
  atomic_init(&channel->references, 1);
  channel->capacity = capacity;
  channel->element_size = element_size;
  channel->closed = false;
  channel->receive_at = 0;
  channel->send_at = 0;
  channel->length = 0;
  return channel;
}

struct channel *channel_retain(struct channel *channel) {
  atomic_fetch_add(&channel->references, 1);
  return channel;
}

static void destroy(struct channel *channel) {
  pthread_cond_destroy(&channel->changed_for_senders);
  pthread_cond_destroy(&channel->changed_for_receivers);
  pthread_mutex_destroy(&channel->lock);
  free(channel->slots);
  free(channel);
}

void channel_release(struct channel *channel) {
  if (!channel)
    return;
#ifdef WRONG_RELEASE
  // Two threads may both have decremented the count before either of them looks at it.
  atomic_fetch_sub(&channel->references, 1);
  if (atomic_load(&channel->references) == 0)
    destroy(channel);
#else
  if (atomic_fetch_sub(&channel->references, 1) == 1)
    destroy(channel);
#endif
}

void channel_close(struct channel *channel) {
#ifdef WRONG_CLOSE
  // A thread that has just found the channel open, and does not wait yet, misses both broadcasts.
  atomic_store(&channel->closed, true);
  pthread_cond_broadcast(&channel->changed_for_receivers);
  pthread_cond_broadcast(&channel->changed_for_senders);
#else
  pthread_mutex_lock(&channel->lock);
  if (!channel->closed) {
    channel->closed = true;
    pthread_cond_broadcast(&channel->changed_for_receivers);
    pthread_cond_broadcast(&channel->changed_for_senders);
  }
  pthread_mutex_unlock(&channel->lock);
#endif
}

/// Waits once, with the lock held. Returns 0 if the caller has to look again.
static int wait_once(struct channel *channel, pthread_cond_t *condition, enum patience patience,
                     const struct timespec *deadline) {
  if (patience == NOT_AT_ALL)
    return EAGAIN;
  if (patience == FOR_EVER)
    return pthread_cond_wait(condition, &channel->lock);
  return pthread_cond_timedwait(condition, &channel->lock, deadline);
}

static size_t next_slot(const struct channel *channel, size_t slot) {
#ifdef WRONG_WRAP
  return slot == channel->capacity ? 0 : slot + 1;
#else
  return slot + 1 == channel->capacity ? 0 : slot + 1;
#endif
}

static int send(struct channel *channel, const void *element, enum patience patience, const struct timespec *deadline) {
  int error = 0;
  pthread_mutex_lock(&channel->lock);
  // The state is examined after a timeout, too: the channel may have changed while this thread was on its way back.
  while (!channel->closed && channel->length == channel->capacity && !error)
    error = wait_once(channel, &channel->changed_for_senders, patience, deadline);
  if (channel->closed) {
    error = EPIPE;
  } else if (channel->length < channel->capacity) {
    error = 0;
    memcpy(channel->slots + channel->send_at * channel->element_size, element, channel->element_size);
    channel->send_at = next_slot(channel, channel->send_at);
    channel->length++;
    pthread_cond_signal(&channel->changed_for_receivers);
  }
#ifdef WRONG_UNLOCK
  if (error)
    return error;
#endif
  pthread_mutex_unlock(&channel->lock);
  return error;
}

static int receive(struct channel *channel, void *element, enum patience patience, const struct timespec *deadline) {
  int error = 0;
  pthread_mutex_lock(&channel->lock);
  while (!channel->closed && channel->length == 0 && !error)
    error = wait_once(channel, &channel->changed_for_receivers, patience, deadline);
  if (channel->length > 0) {
    error = 0;
    memcpy(element, channel->slots + channel->receive_at * channel->element_size, channel->element_size);
    channel->receive_at = next_slot(channel, channel->receive_at);
    channel->length--;
    pthread_cond_signal(&channel->changed_for_senders);
  } else if (channel->closed) {
    error = EPIPE;
  }
  pthread_mutex_unlock(&channel->lock);
  return error;
}

int channel_send(struct channel *channel, const void *element) { return send(channel, element, FOR_EVER, NULL); }

int channel_try_send(struct channel *channel, const void *element) { return send(channel, element, NOT_AT_ALL, NULL); }

int channel_send_until(struct channel *channel, const void *element, const struct timespec *deadline) {
  return send(channel, element, UNTIL_DEADLINE, deadline);
}

int channel_receive(struct channel *channel, void *element) { return receive(channel, element, FOR_EVER, NULL); }

int channel_try_receive(struct channel *channel, void *element) { return receive(channel, element, NOT_AT_ALL, NULL); }

int channel_receive_until(struct channel *channel, void *element, const struct timespec *deadline) {
  return receive(channel, element, UNTIL_DEADLINE, deadline);
}

struct timespec channel_deadline(long milliseconds) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += milliseconds / 1000;
  deadline.tv_nsec += milliseconds % 1000 * 1000000;
  if (deadline.tv_nsec >= 1000000000) {
    deadline.tv_nsec -= 1000000000;
    deadline.tv_sec++;
  }
  return deadline;
}

size_t channel_length(struct channel *channel) {
  pthread_mutex_lock(&channel->lock);
  size_t length = channel->length;
  pthread_mutex_unlock(&channel->lock);
  return length;
}
