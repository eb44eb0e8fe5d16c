// The consumers do not take the mutex.
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 5

static int buffer[SLOTS];
static int in, out;
static sem_t full, empty;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *arg) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&empty);
    pthread_mutex_lock(&mutex);
    buffer[in] = i;
    in = (in + 1) % SLOTS;
    pthread_mutex_unlock(&mutex);
    sem_post(&full);
  }
  return NULL;
}

static void *consume(void *arg) {
  int item = 0;
  for (int i = 0; i < 10; i++) {
    sem_wait(&full);
    item += buffer[out];
    out = (out + 1) % SLOTS;
    sem_post(&empty);
  }
  return NULL;
}

int main(void) {
  pthread_t p[2], c[2];
  sem_init(&empty, 0, SLOTS);
  sem_init(&full, 0, 0);
  for (int i = 0; i < 2; i++) {
    pthread_create(&p[i], NULL, produce, NULL);
    pthread_create(&c[i], NULL, consume, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(p[i], NULL);
    pthread_join(c[i], NULL);
  }
  sem_destroy(&empty);
  sem_destroy(&full);
  return 0;
}
