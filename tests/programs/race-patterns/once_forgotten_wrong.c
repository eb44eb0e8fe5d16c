// Main reads the table without pthread_once.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 8

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned char reversed[SIZE];

static void fill(void) {
  for (unsigned i = 0; i < SIZE; i++)
    reversed[i] = (unsigned char)(SIZE - 1 - i);
}

static unsigned char reverse(unsigned index) {
  pthread_once(&once, fill);
  return reversed[index % SIZE];
}

static void *decode(void *argument) {
  unsigned checksum = 0;
  while (__VERIFIER_nondet_bool())
    checksum += reverse(__VERIFIER_nondet_uchar());
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, decode, 0);
  return reversed[3] == 4;
}
