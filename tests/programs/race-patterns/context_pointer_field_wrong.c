// The context of one thread has another lock.
#include <pthread.h>
#include <stdlib.h>

struct shared {
  pthread_mutex_t lock;
  long count;
};

struct context {
  struct shared *shared;
  pthread_mutex_t *lock;
  int n;
};

static void *run(void *arg) {
  struct context *ctx = arg;
  for (int i = 0; i < ctx->n; i++) {
    pthread_mutex_lock(ctx->lock);
    ctx->shared->count++;
    pthread_mutex_unlock(ctx->lock);
  }
  return NULL;
}

int main(void) {
  struct shared s = {PTHREAD_MUTEX_INITIALIZER, 0};
  pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
  struct context ctx[2];
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    ctx[i].shared = &s;
    ctx[i].lock = &s.lock;
    if (i == 1)
      ctx[i].lock = &other;
    ctx[i].n = 10;
    pthread_create(&t[i], NULL, run, &ctx[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return (int)s.count;
}
