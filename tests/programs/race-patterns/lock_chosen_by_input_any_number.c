// Any number of threads work on one of two objects, under the mutex of the chosen one.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct shard {
  pthread_mutex_t mutex;
  int entries;
};

static struct shard left = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct shard right = {PTHREAD_MUTEX_INITIALIZER, 0};

static void insert(struct shard *shard) {
  pthread_mutex_lock(&shard->mutex);
  shard->entries++;
  pthread_mutex_unlock(&shard->mutex);
}

static void *client(void *argument) {
  struct shard *shard = __VERIFIER_nondet_bool() ? &left : &right;
  insert(shard);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, client, 0);
  return 0;
}
