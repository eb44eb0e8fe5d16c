// Main passes the addresses of the elements of its own array to threads.
#include <assert.h>
#include <pthread.h>

#define N 100

static void *square(void *p) {
  int *x = (int *)p;
  *x = *x * *x;
  return NULL;
}

int main(void) {
  pthread_t th[N];
  int values[N];
  int i;
  for (i = 0; i < N; i++)
    values[i] = i;
  for (i = 0; i < N; i++)
    pthread_create(&th[i], NULL, square, &values[i]);
  for (i = 0; i < N; i++)
    pthread_join(th[i], NULL);
  return values[0];
}
