// Another thread may hold the mutex while it is copied.
#include <pthread.h>
struct s {
  pthread_mutex_t m;
  int n;
};
static struct s a = {PTHREAD_MUTEX_INITIALIZER, 0}, b;
static void *run(void *x) {
  pthread_mutex_lock(&a.m);
  a.n = 1;
  pthread_mutex_unlock(&a.m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  b = a;
  pthread_mutex_lock(&b.m);
  pthread_mutex_unlock(&b.m);
  pthread_join(t, 0);
  return 0;
}
