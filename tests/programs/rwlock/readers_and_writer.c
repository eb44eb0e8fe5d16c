// A reader never sees what a writer has half done.
#include <pthread.h>
extern void reach_error(void);
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int a, b;

void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  a++;
  b++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  if (a != b)
    reach_error();
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  reader(0);
  pthread_join(w, 0);
  pthread_join(r, 0);
  return 0;
}
