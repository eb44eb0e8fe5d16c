// A thread offers the address of a local variable of a loop; another one writes there and says so. Both go round for
// ever, and in each round it is a new variable.
// Unsafe: the answer comes before the write.
#include <assert.h>
#include <pthread.h>

int *volatile offered;

void *owner(void *arg) {
  while (1) {
    int local = 0;
    offered = &local;
    while (offered != 0)
      ;
    assert(local == 7);
  }
  return arg;
}

void *helper(void *arg) {
  while (1) {
    int *there = offered;
    if (there) {
      offered = 0;
      *there = 7;
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, helper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
