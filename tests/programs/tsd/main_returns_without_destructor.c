// Returning from main ends the program without main's destructors.
#include <pthread.h>
extern void reach_error(void);
pthread_key_t key;
int x;

void destroy(void *value) {
  (void)value;
  reach_error();
}

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &x);
  return 0;
}
