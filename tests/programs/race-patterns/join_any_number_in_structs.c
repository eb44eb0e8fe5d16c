// A struct for each thread has its handle, its input and its result; the functions that start and join them are apart.
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct worker {
  pthread_t thread;
  int id;
  long result;
};
static struct worker workers[16];
static unsigned count;

static void *work(void *arg) {
  struct worker *self = arg;
  for (int i = 0; i < 1000; i++)
    self->result += i * self->id;
  return 0;
}

static void start_all(void) {
  for (unsigned i = 0; i < count; i++) {
    workers[i].id = (int)i;
    if (pthread_create(&workers[i].thread, 0, work, &workers[i]) != 0)
      _Exit(1);
  }
}

static void join_all(void) {
  for (unsigned i = 0; i < count; i++)
    pthread_join(workers[i].thread, 0);
}

int main(void) {
  count = __VERIFIER_nondet_uint() % 16;
  start_all();
  join_all();
  long sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += workers[i].result;
  return sum > 0;
}
