// Two threads that are started in one atomic block wait for one post.
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
sem_t a;
void *f(void *arg) { sem_wait(&a); return 0; }
int main(void) {
  pthread_t t, u;
  sem_init(&a, 0, 0);
  __VERIFIER_atomic_begin();
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  __VERIFIER_atomic_end();
  sem_post(&a);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
