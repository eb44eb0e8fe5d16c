// The copy of a held mutex gets to another mutex by way of a local.
#include <pthread.h>
struct s {
  int n;
  pthread_mutex_t m;
};
static struct s a = {1, PTHREAD_MUTEX_INITIALIZER}, b = {2, PTHREAD_MUTEX_INITIALIZER};
int main(void) {
  pthread_mutex_lock(&a.m);
  pthread_mutex_lock(&b.m);
  pthread_mutex_unlock(&b.m);
  struct s t = a;
  b = t;
  pthread_mutex_unlock(&b.m);
  return 0;
}
