// A spin lock of our own: test and set on an atomic flag, in a struct with what it protects.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

struct spinlock {
  atomic_flag taken;
};

static void spin_lock(struct spinlock *lock) {
  while (atomic_flag_test_and_set_explicit(&lock->taken, memory_order_acquire))
    ;
}

static void spin_unlock(struct spinlock *lock) { atomic_flag_clear_explicit(&lock->taken, memory_order_release); }

static struct {
  struct spinlock lock;
  unsigned long allocated, released;
} pool = {{ATOMIC_FLAG_INIT}, 0, 0};

static void *user(void *argument) {
  while (__VERIFIER_nondet_bool()) {
    spin_lock(&pool.lock);
    pool.allocated++;
    spin_unlock(&pool.lock);
    spin_lock(&pool.lock);
    pool.released++;
    spin_unlock(&pool.lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, user, 0);
  spin_lock(&pool.lock);
  const int leaks = pool.allocated < pool.released;
  spin_unlock(&pool.lock);
  return leaks;
}
