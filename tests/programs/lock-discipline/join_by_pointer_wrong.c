// A pointer puts an old handle into the variable that is joined.
#include <pthread.h>
static void *run(void *a) { return a; }
int main(void) {
  pthread_t t, old, *p = &t;
  pthread_create(&old, 0, run, 0);
  pthread_join(old, 0);
  pthread_create(&t, 0, run, 0);
  *p = old;
  pthread_join(t, 0);
  return 0;
}
