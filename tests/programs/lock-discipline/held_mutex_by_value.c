// A struct is passed by value while its mutex is held, and the parameter is unlocked.
#include <pthread.h>
struct s {
  int n;
  pthread_mutex_t m;
};
static struct s a = {1, PTHREAD_MUTEX_INITIALIZER};
static void release(struct s s) { pthread_mutex_unlock(&s.m); }
int main(void) {
  pthread_mutex_lock(&a.m);
  release(a);
  return 0;
}
