// Two rounds, each joins what it has started.
#include <assert.h>
#include <pthread.h>
static int x;
static void *run(void *argument) {
  x++;
  return argument;
}
int main(void) {
  pthread_t t[2];
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 1; i++)
      pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 1; i++)
      pthread_join(t[i], 0);
  }
  assert(x == 2);
  return 0;
}
