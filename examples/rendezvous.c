// A rendezvous with two semaphores: each thread announces that it has arrived, then waits for the other.
//
// Right. Each posts before it waits, so neither waits for something that comes only after its own wait.
//
//   heddle verify rendezvous.c                           true
//   heddle verify --property no-deadlock rendezvous.c    true
//   heddle verify --property no-data-race rendezvous.c   true: post comes before the wait that it ends
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t arrivedA, arrivedB;
static int a, b;

static void *threadA(void *argument) {
  (void)argument;
  a = 1;
  sem_post(&arrivedA);
  sem_wait(&arrivedB);
  assert(b == 1);
  return 0;
}

static void *threadB(void *argument) {
  (void)argument;
  b = 1;
  sem_post(&arrivedB);
  sem_wait(&arrivedA);
  assert(a == 1);
  return 0;
}

int main(void) {
  pthread_t first, second;
  sem_init(&arrivedA, 0, 0);
  sem_init(&arrivedB, 0, 0);
  pthread_create(&first, 0, threadA, 0);
  pthread_create(&second, 0, threadB, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  sem_destroy(&arrivedA);
  sem_destroy(&arrivedB);
  return 0;
}
