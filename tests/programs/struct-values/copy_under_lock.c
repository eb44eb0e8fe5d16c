// A struct that is copied under a mutex is always seen whole.
#include <assert.h>
#include <pthread.h>

struct pair {
  int a, b;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pair shared;

static void *writer(void *argument) {
  (void)argument;
  const struct pair next = {1, 1};
  pthread_mutex_lock(&mutex);
  shared = next;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  pthread_mutex_lock(&mutex);
  const struct pair seen = shared;
  pthread_mutex_unlock(&mutex);
  assert(seen.a == seen.b);
  pthread_join(thread, 0);
  return 0;
}
