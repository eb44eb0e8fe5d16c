// Zeros are initialisers.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
struct {
  pthread_mutex_t m;
  sem_t s;
  pthread_cond_t c;
} all;
int main(void) {
  memset(&all, 0, sizeof all);
  pthread_mutex_lock(&all.m);
  assert(sem_trywait(&all.s) == -1);
  sem_post(&all.s);
  sem_wait(&all.s);
  pthread_cond_signal(&all.c);
  pthread_mutex_unlock(&all.m);
  return 0;
}
