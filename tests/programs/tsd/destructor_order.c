// Destructors of three keys run in any order, each once, and the value that the first of them sets again is destroyed
// in a second round, after all others.
#include <pthread.h>
extern void reach_error(void);
pthread_key_t keys[3];
int calls[3];
int rounds;

void destroy(void *value) {
  int *count = value;
  ++*count;
  if (rounds++ == 0)
    pthread_setspecific(keys[count - calls], value);
}

void *worker(void *arg) {
  for (int i = 0; i < 3; ++i)
    pthread_setspecific(keys[i], &calls[i]);
  return 0;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; ++i)
    pthread_key_create(&keys[i], destroy);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  if (rounds != 4 || calls[0] + calls[1] + calls[2] != 4 || calls[0] == 0 || calls[1] == 0 || calls[2] == 0)
    reach_error();
  return 0;
}
