// A message is handed over through a slot under a mutex; the thread that takes it out uses and frees it without the
// mutex.
#include <pthread.h>
#include <stdlib.h>

struct message {
  int length;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct message *slot;

void *sender(void *argument) {
  struct message *message = malloc(sizeof *message);
  if (!message)
    return 0;
  message->length = 1;
  pthread_mutex_lock(&mutex);
  slot = message;
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *receiver(void *argument) {
  pthread_mutex_lock(&mutex);
  struct message *message = slot;
  slot = 0;
  pthread_mutex_unlock(&mutex);
  if (message) {
    message->length++;
    free(message);
  }
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
