// The mutex is taken for writes of positive values only, but all writes are stored.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

struct request {
  _Bool writes;
  int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stored;

static int handle(struct request request) {
  int result = request.value;
  if (request.writes && request.value > 0)
    pthread_mutex_lock(&mutex);
  if (request.writes) {
    result = stored;
    stored = request.value;
  }
  if (request.writes && request.value > 0)
    pthread_mutex_unlock(&mutex);
  return result;
}

static void *client(void *argument) {
  long sum = 0;
  while (__VERIFIER_nondet_bool()) {
    struct request request = {__VERIFIER_nondet_bool(), __VERIFIER_nondet_int()};
    sum += handle(request);
  }
  return (void *)sum;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, client, 0);
  return 0;
}
