// Each thread works on an array of its own, through a pointer.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

void *worker(void *argument) {
  int own[4] = {0, 0, 0, 0};
  int *at = own;
  for (int i = 0; i < 4; i++)
    at[i] = i;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
