// The states are bit-fields of one storage unit, which is one memory location.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static struct {
  unsigned char receiving : 1;
  unsigned char sending : 1;
  unsigned char errors[2];
} status;

static void *receiver(void *argument) {
  while (__VERIFIER_nondet_bool()) {
    status.receiving = 1;
    if (__VERIFIER_nondet_bool())
      status.errors[0]++;
    status.receiving = 0;
  }
  return 0;
}

static void *sender(void *argument) {
  while (__VERIFIER_nondet_bool()) {
    status.sending = 1;
    if (__VERIFIER_nondet_bool())
      status.errors[1]++;
    status.sending = 0;
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, receiver, 0);
  pthread_create(&second, 0, sender, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return status.receiving | status.sending;
}
