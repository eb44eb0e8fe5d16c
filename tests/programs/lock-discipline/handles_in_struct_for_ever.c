// The handles are members of a struct whose other members the threads use.
#include <assert.h>
#include <pthread.h>
struct pool {
  int n;
  pthread_t a, b;
  pthread_mutex_t m;
};
static struct pool pool = {0, 0, 0, PTHREAD_MUTEX_INITIALIZER};
static void *leaf(void *a) {
  pthread_mutex_lock(&pool.m);
  pool.n++;
  assert(pool.n == 1);
  pool.n--;
  pthread_mutex_unlock(&pool.m);
  return 0;
}
int main(void) {
  for (;;) {
    pthread_create(&pool.a, 0, leaf, 0);
    pthread_create(&pool.b, 0, leaf, 0);
    pthread_join(pool.a, 0);
    pthread_join(pool.b, 0);
  }
}
