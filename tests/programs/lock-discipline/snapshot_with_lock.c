// A snapshot of a struct with its lock, which is not used as one.
#include <assert.h>
#include <pthread.h>
struct s {
  int n;
  pthread_mutex_t m;
};
static struct s a = {1, PTHREAD_MUTEX_INITIALIZER};
int main(void) {
  pthread_mutex_lock(&a.m);
  struct s copy = a;
  pthread_mutex_unlock(&a.m);
  assert(copy.n == 1);
  return 0;
}
