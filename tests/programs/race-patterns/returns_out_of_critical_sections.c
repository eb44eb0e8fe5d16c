// A search under a mutex returns from several places, each after it has released the mutex.
#include <pthread.h>
#include <stdbool.h>

#define SIZE 10

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int keys[SIZE];
static int used;

static bool insert(int key) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < used; i++) {
    int other = keys[i];
    if (other == key) {
      pthread_mutex_unlock(&mutex);
      return false;
    }
  }
  if (used == SIZE) {
    pthread_mutex_unlock(&mutex);
    return false;
  }
  keys[used++] = key;
  pthread_mutex_unlock(&mutex);
  return true;
}

static void *work(void *arg) {
  int done = 0;
  for (int i = 0; i < 20; i++) {
    int key = i % 7;
    if (!insert(key))
      continue;
    if (++done == SIZE)
      break;
  }
  return NULL;
}

int main(void) {
  pthread_t t[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 5; i++)
    pthread_join(t[i], NULL);
  return used;
}
