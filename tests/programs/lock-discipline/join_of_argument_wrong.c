// A thread joins the old handle that it is given.
#include <pthread.h>
static void *leaf(void *a) { return a; }
static void *run(void *a) {
  pthread_join((pthread_t)a, 0);
  return a;
}
int main(void) {
  pthread_t old, w, t;
  pthread_create(&old, 0, leaf, 0);
  pthread_join(old, 0);
  pthread_create(&t, 0, leaf, 0);
  pthread_create(&w, 0, run, (void *)old);
  pthread_join(w, 0);
  return 0;
}
