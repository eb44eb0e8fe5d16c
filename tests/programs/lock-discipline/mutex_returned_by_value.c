// Initialised, then returned by value.
#include <assert.h>
#include <pthread.h>
struct s {
  int n;
  pthread_mutex_t m;
};
static struct s make(int n) {
  struct s r;
  r.n = n;
  pthread_mutex_init(&r.m, 0);
  return r;
}
static struct s a;
int main(void) {
  a = make(3);
  pthread_mutex_lock(&a.m);
  assert(a.n == 3);
  pthread_mutex_unlock(&a.m);
  return 0;
}
