// Static mutexes, condition variables, semaphores, read-write locks and spin locks are zero, which initialises them.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m;
pthread_cond_t c;
pthread_rwlock_t r;
static pthread_spinlock_t s;
sem_t p;
int x;
int main(void) {
  static pthread_mutex_t inner;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&inner);
  pthread_cond_signal(&c);
  pthread_rwlock_wrlock(&r);
  pthread_spin_lock(&s);
  sem_post(&p);
  sem_wait(&p);
  x = 1;
  pthread_spin_unlock(&s);
  pthread_rwlock_unlock(&r);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&m);
  assert(x == 1);
  return 0;
}
