// The index is advanced in a second critical section.
#include <pthread.h>

#define ITEMS 100

static int data[ITEMS];
static int next_item;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int take(void) {
  int i;
  pthread_mutex_lock(&m);
  i = next_item;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  next_item++;
  pthread_mutex_unlock(&m);
  return i;
}

static void *worker(void *arg) {
  int i;
  while ((i = take()) < ITEMS)
    data[i] += i;
  return NULL;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  return data[5];
}
