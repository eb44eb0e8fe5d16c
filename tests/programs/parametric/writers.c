// Any number of writers, one at a time.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int writing;
int data;

void __VERIFIER_atomic_begin_write(void) {
  __VERIFIER_assume(!writing);
  writing = 1;
}

void *writer(void *argument) {
  __VERIFIER_atomic_begin_write();
  data = 1;
  assert(data == 1);
  data = 0;
  writing = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, writer, 0);
}
