// One accessor skips the once-control if the pointer is set.
#include <pthread.h>
#include <stdlib.h>

struct config {
  int verbosity;
  int limit;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct config *instance;

static void create(void) {
  struct config *c = malloc(sizeof *c);
  if (c == NULL)
    abort();
  c->verbosity = 1;
  c->limit = 100;
  instance = c;
}

static struct config *get_instance(void) {
  if (instance)
    return instance;
  pthread_once(&once, create);
  return instance;
}

static void *thread(void *arg) {
  struct config *c = get_instance();
  return (void *)(long)(c->limit + c->verbosity);
}

int main(void) {
  pthread_t a[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&a[i], NULL, thread, NULL);
  for (int i = 0; i < 5; i++)
    pthread_join(a[i], NULL);
  return 0;
}
