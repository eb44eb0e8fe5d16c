// Stack size and scheduling attributes are accepted and change nothing.
#include <pthread.h>
extern void reach_error(void);
int x;

void *worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t t;
  size_t size = 0;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM);
  pthread_attr_getstacksize(&attributes, &size);
  pthread_create(&t, &attributes, worker, 0);
  pthread_join(t, 0);
  if (x != 1 || size != 65536)
    reach_error();
  return 0;
}
