// memcpy copies the mutex of a struct while it is held.
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct s {
  int n;
  pthread_mutex_t m;
};
static struct s a = {1, PTHREAD_MUTEX_INITIALIZER}, b;
int main(void) {
  pthread_mutex_lock(&a.m);
  memcpy(&b, &a, sizeof a);
  pthread_mutex_unlock(&b.m);
  assert(b.n == 1);
  return 0;
}
