// A bit-field of width zero starts a new storage unit: now the two fields are two memory locations.
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned char a : 4;
  unsigned char : 0;
  unsigned char b : 4;
} flags;

static void *setA(void *argument) {
  (void)argument;
  flags.a = 1;
  return 0;
}

static void *setB(void *argument) {
  (void)argument;
  flags.b = 1;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, setA, 0);
  pthread_create(&second, 0, setB, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(flags.a == 1 && flags.b == 1);
  return 0;
}
