// A race only if the reader looks at the count while it is 1571: one step of three thousand.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int result;

static void *counter(void *arg) {
  for (int i = 0; i < 1000; ++i)
    atomic_fetch_add(&count, 1);
  if (arg)
    result = 1;
  return arg;
}

static void *reader(void *arg) {
  if (atomic_load(&count) == 1571)
    result = 2;
  return arg;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, counter, &result);
  pthread_create(&c, 0, counter, 0);
  pthread_create(&d, 0, counter, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  return 0;
}
