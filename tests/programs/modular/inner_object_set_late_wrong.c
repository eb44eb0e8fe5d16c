// The outer object is published before its field is set.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct text {
  int length;
};

struct message {
  pthread_mutex_t mutex;
  struct text *text;
};

_Atomic(struct message *) box;

void *sender(void *argument) {
  struct message *message = malloc(sizeof *message);
  struct text *text = malloc(sizeof *text);
  if (!message || !text)
    exit(1);
  pthread_mutex_init(&message->mutex, 0);
  text->length = 3;
  atomic_store(&box, message);
  message->text = text;
  return 0;
}

void *receiver(void *argument) {
  struct message *message = atomic_load(&box);
  if (!message)
    return 0;
  pthread_mutex_lock(&message->mutex);
  message->text = 0;
  pthread_mutex_unlock(&message->mutex);
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, sender, 0);
  pthread_create(&two, 0, receiver, 0);
  pthread_create(&three, 0, receiver, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
