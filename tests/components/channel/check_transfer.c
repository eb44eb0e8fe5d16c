// A thread sends two elements and closes the channel; main receives both, in order, and then the end. The two threads
// release the channel in any order.
#include "channel.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>

struct message {
  int number;
  char text[4];
};

static void *produce(void *argument) {
  struct channel *channel = argument;
  for (int i = 0; i < 2; i++) {
    struct message message = {i, "abc"};
    assert(channel_send(channel, &message) == 0);
  }
  channel_close(channel);
  channel_release(channel);
  return NULL;
}

int main(void) {
  struct channel *channel = channel_create(1, sizeof(struct message));
  if (!channel)
    return 1;
  pthread_t producer;
  pthread_create(&producer, NULL, produce, channel_retain(channel));
  struct message message;
  for (int i = 0; i < 2; i++) {
    assert(channel_receive(channel, &message) == 0);
    assert(message.number == i && message.text[2] == 'c');
  }
  assert(channel_receive(channel, &message) == EPIPE);
  assert(channel_send(channel, &message) == EPIPE);
  channel_release(channel);
  pthread_join(producer, NULL);
  return 0;
}
