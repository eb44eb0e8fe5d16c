// The buffer is announced as empty twice.
#include <pthread.h>
#include <semaphore.h>

_Bool __VERIFIER_nondet_bool(void);

static sem_t empty, full;
static struct {
  int number;
  int last;
} packet;

static void *producer(void *argument) {
  int number = 0, last = 0;
  while (!last) {
    last = __VERIFIER_nondet_bool();
    sem_wait(&empty);
    packet.number = number;
    packet.last = last;
    sem_post(&full);
    number = (number + 1) % 100;
  }
  return 0;
}

static void *consumer(void *argument) {
  int last = 0;
  long sum = 0;
  while (!last) {
    sem_wait(&full);
    sum += packet.number;
    last = packet.last;
    sem_post(&empty);
  }
  return (void *)sum;
}

int main(void) {
  pthread_t first, second;
  sem_init(&empty, 0, 2);
  sem_init(&full, 0, 0);
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
