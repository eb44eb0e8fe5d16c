// The lock that the thread takes may be in memory that main has freed.
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int value;
};

static void *use(void *argument) {
  struct box *box = argument;
  pthread_mutex_lock(&box->lock);
  box->value++;
  pthread_mutex_unlock(&box->lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct box *box = malloc(sizeof *box);
  if (!box)
    return 1;
  pthread_mutex_init(&box->lock, NULL);
  box->value = 0;
  pthread_create(&thread, NULL, use, box);
  pthread_mutex_lock(&box->lock);
  int value = box->value;
  pthread_mutex_unlock(&box->lock);
  free(box);
  pthread_join(thread, NULL);
  return value;
}
