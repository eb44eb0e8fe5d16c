// The handles are in one array, and main joins those in another one.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int n, shared;
static pthread_t threads[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return 0;
}

static pthread_t others[64], *handles;

static void *idle(void *unused) { return 0; }

int main(void) {
  n = __VERIFIER_nondet_int();
  if (n < 0 || n > 64)
    return 1;
  for (int i = 0; i < n; i++)
    pthread_create(&others[i], 0, idle, 0);
  handles = threads;
  pthread_t *started = handles;
  handles = others;
  for (int i = 0; i < n; i++)
    pthread_create(&started[i], 0, worker, 0);
  for (int i = 0; i < n; i++)
    pthread_join(handles[i], 0);
  shared = 1;
  return 0;
}
