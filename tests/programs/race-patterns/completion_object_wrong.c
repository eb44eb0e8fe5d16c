// The caller returns without waiting.
#include <pthread.h>
#include <stdbool.h>

struct request {
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  bool done;
  int in, out;
};

static void *worker(void *arg) {
  struct request *r = arg;
  int result = r->in + 1;
  pthread_mutex_lock(&r->mutex);
  r->out = result;
  r->done = true;
  pthread_cond_signal(&r->cond);
  pthread_mutex_unlock(&r->mutex);
  return NULL;
}

static int call(int in) {
  struct request r = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, in, 0};
  pthread_t t;
  if (pthread_create(&t, NULL, worker, &r) != 0)
    return -1;
  int out = r.out;
  pthread_join(t, NULL);
  return out;
}

int main(void) { return call(1) + call(2) == 5 ? 0 : 1; }
