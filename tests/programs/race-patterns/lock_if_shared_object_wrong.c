// The common object says that it is not shared.
#include <pthread.h>

struct list {
  _Bool shared;
  pthread_mutex_t mutex;
  int length;
};

static struct list common = {0, PTHREAD_MUTEX_INITIALIZER, 0};

static void append(struct list *list) {
  if (list->shared)
    pthread_mutex_lock(&list->mutex);
  list->length++;
  if (list->shared)
    pthread_mutex_unlock(&list->mutex);
}

static void *worker(void *argument) {
  struct list own = {0, PTHREAD_MUTEX_INITIALIZER, 0};
  append(&own);
  append(&own);
  append(&common);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return common.length != 2;
}
