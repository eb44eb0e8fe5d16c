// Wrong: main unlocks twice while the other thread holds the lock for certain.
#include <pthread.h>
#include <semaphore.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
sem_t inside, done;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  sem_post(&inside);
  sem_wait(&done);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&inside, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
  sem_wait(&inside);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  sem_post(&done);
  pthread_join(t, 0);
  return 0;
}
