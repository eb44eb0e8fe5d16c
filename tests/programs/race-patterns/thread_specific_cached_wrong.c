// The buffer is cached in a variable that all threads share.
#include <pthread.h>
#include <stdlib.h>

struct scratch {
  int used;
  int values[4];
};

static pthread_key_t key;

static struct scratch *cached;

static struct scratch *scratch(void) {
  struct scratch *own = cached;
  if (!own) {
    own = calloc(1, sizeof *own);
    pthread_setspecific(key, own);
    cached = own;
  }
  return own;
}

static void remember(int value) {
  struct scratch *own = scratch();
  if (own && own->used < 4)
    own->values[own->used++] = value;
}

static void *work(void *argument) {
  remember(1);
  remember(2);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_key_create(&key, free);
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_key_delete(key);
  return 0;
}
