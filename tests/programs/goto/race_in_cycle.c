// A cycle with two entries around a plain variable that is published by an atomic flag.
// Safe: both entries wait for an atomic variable that is written after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready, hurry;

void *reader(void *arg) {
  int seen = 0;
  if (hurry)
    goto read;
wait:
  if (!ready)
    goto wait;
read:
  seen += data;
  if (seen == 1)
    goto wait;
  return 0;
}

void *writer(void *arg) {
  data = 2;
  ready = 1;
  hurry = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
