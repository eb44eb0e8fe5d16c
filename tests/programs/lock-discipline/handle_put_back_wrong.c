// Another thread puts an old handle into the variable that is joined.
#include <pthread.h>
static pthread_t t, old;
static void *leaf(void *a) { return a; }
static void *run(void *a) {
  t = old;
  return a;
}
int main(void) {
  pthread_t w;
  pthread_create(&old, 0, leaf, 0);
  pthread_join(old, 0);
  pthread_create(&t, 0, leaf, 0);
  pthread_create(&w, 0, run, 0);
  pthread_join(w, 0);
  pthread_join(t, 0);
  return 0;
}
