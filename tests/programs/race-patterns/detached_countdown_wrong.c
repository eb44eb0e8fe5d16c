// Main does not wait.
#include <pthread.h>
#include <stdlib.h>

#define N 3

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int running = N;
static int *data;

static void *child(void *arg) {
  int i = (int)(long)arg;
  data[i] = i;
  pthread_mutex_lock(&m);
  if (--running == 0)
    pthread_cond_signal(&all_done);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_attr_t attr;
  data = malloc(N * sizeof(int));
  if (!data)
    return 1;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < N; i++) {
    pthread_t t;
    pthread_create(&t, &attr, child, (void *)(long)i);
  }
  pthread_attr_destroy(&attr);
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += data[i];
  free(data);
  return sum;
}
