// A struct on the stack of main, with its lock, is shared by the threads of which main joins all but one, and reads the count.
#include <pthread.h>
#include <stdlib.h>

struct shared {
  pthread_mutex_t lock;
  long count;
};

static void *add(void *argument) {
  struct shared *s = argument;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&s->lock);
    s->count++;
    pthread_mutex_unlock(&s->lock);
  }
  return NULL;
}

int main(void) {
  struct shared s;
  pthread_t threads[3];
  pthread_mutex_init(&s.lock, NULL);
  s.count = 0;
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, add, &s);
  for (int i = 1; i < 3; i++)
    pthread_join(threads[i], NULL);
  return (int)s.count;
}
