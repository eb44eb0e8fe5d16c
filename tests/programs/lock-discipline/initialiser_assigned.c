// A mutex gets the value of a static initialiser.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct s {
  int n;
  pthread_mutex_t m;
};
int main(void) {
  struct s *p = malloc(sizeof *p);
  p->m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&p->m);
  p->n = 1;
  pthread_mutex_unlock(&p->m);
  assert(p->n == 1);
  free(p);
  return 0;
}
