// The address of a loop counter as argument: the thread reads it when the loop has moved on.
#include <pthread.h>
extern void reach_error(void);

void *worker(void *arg) {
  int mine = *(int *)arg;
  if (mine == 2)
    reach_error();
  return 0;
}

int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&t[i], 0, worker, &i);
  for (int k = 0; k < 2; k++)
    pthread_join(t[k], 0);
  return 0;
}
