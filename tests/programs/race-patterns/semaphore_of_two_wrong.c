// The semaphore admits two threads.
#include <pthread.h>
#include <semaphore.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);

static sem_t log_semaphore;
static char last_character;
static unsigned long log_length;

static void log_character(char character) {
  sem_wait(&log_semaphore);
  last_character = character;
  log_length++;
  sem_post(&log_semaphore);
}

static void *writer(void *argument) {
  while (__VERIFIER_nondet_bool())
    log_character(__VERIFIER_nondet_char());
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&log_semaphore, 0, 2);
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, writer, 0);
  sem_wait(&log_semaphore);
  const int incomplete = log_length > 0 && last_character != '\n';
  sem_post(&log_semaphore);
  return incomplete;
}
