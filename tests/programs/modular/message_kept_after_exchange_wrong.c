// The sender still writes the message after it has given it away.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int length;
};

_Atomic(struct message *) box;

void *sender(void *argument) {
  struct message *message = malloc(sizeof *message);
  if (!message)
    return 0;
  message->length = 1;
  struct message *old = atomic_exchange(&box, message);
  message->length = 2;
  free(old);
  return 0;
}

void *receiver(void *argument) {
  struct message *message = atomic_exchange(&box, 0);
  if (message) {
    message->length++;
    free(message);
  }
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, sender, 0);
  pthread_create(&two, 0, sender, 0);
  pthread_create(&three, 0, receiver, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
