// realloc moves a mutex that is held.
#include <pthread.h>
#include <stdlib.h>
struct s {
  pthread_mutex_t m;
  int n;
};
int main(void) {
  struct s *p = malloc(sizeof *p);
  pthread_mutex_init(&p->m, 0);
  pthread_mutex_lock(&p->m);
  p = realloc(p, 2 * sizeof *p);
  pthread_mutex_unlock(&p->m);
  free(p);
  return 0;
}
