// A sender and a receiver with deadlines: what was sent successfully is either received or still in the channel, and an
// expired deadline leaves the channel usable.
#include "channel.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static const struct timespec deadline = {.tv_sec = 1}; // when it expires is open in any case
static int sent;

static void *produce(void *argument) {
  struct channel *channel = argument;
  for (int i = 1; i <= 2; i++) {
    int error = channel_send_until(channel, &i, &deadline);
    assert(error == 0 || error == ETIMEDOUT);
    if (!error)
      sent += i;
  }
  return NULL;
}

int main(void) {
  struct channel *channel = channel_create(1, sizeof(int));
  if (!channel)
    return 1;
  pthread_t producer;
  pthread_create(&producer, NULL, produce, channel);
  int element;
  int received = 0;
  int error = channel_receive_until(channel, &element, &deadline);
  assert(error == 0 || error == ETIMEDOUT);
  if (!error)
    received += element;
  pthread_join(producer, NULL);
  while (channel_try_receive(channel, &element) == 0)
    received += element;
  assert(received == sent);
  assert(channel_length(channel) == 0);
  channel_release(channel);
  return 0;
}
