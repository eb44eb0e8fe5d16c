// A mutex in zeroed memory is as good as a static one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
  int balance;
  pthread_mutex_t lock;
};
int main(void) {
  struct account *a = calloc(1, sizeof *a);
  pthread_mutex_lock(&a->lock);
  a->balance += 10;
  pthread_mutex_unlock(&a->lock);
  assert(a->balance == 10);
  free(a);
  return 0;
}
