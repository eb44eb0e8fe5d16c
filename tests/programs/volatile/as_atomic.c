// Kernel-style code: volatile accesses stand for relaxed atomics. They do not race, but order nothing either, so the
// data that the flag announces races if it is read.
#include <assert.h>
#include <pthread.h>

volatile int flag;
volatile int *pointer = &flag;
int data;

void *writer(void *unused) {
  data = 1;
  *pointer = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = flag;
#ifdef READ_DATA
  if (seen)
    assert(data == 1);
#endif
  pthread_join(thread, 0);
  assert(seen <= data);
  return 0;
}
