// The lock is checked and then stored, without compare and exchange.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner; // 0: free
static int balance, updates;

static void lock_as(int self) {
  for (;;) {
    while (atomic_load_explicit(&owner, memory_order_acquire) != 0)
      ;
    atomic_store_explicit(&owner, self, memory_order_release);
    return;
  }
}

static void unlock(void) { atomic_store_explicit(&owner, 0, memory_order_release); }

static void deposit(int self, int amount) {
  lock_as(self);
  balance += amount;
  updates++;
  unlock();
}

static void *client(void *argument) {
  const int self = (int)(long)argument;
  deposit(self, 10 * self);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, client, (void *)1);
  pthread_create(&second, 0, client, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return balance != 30 || updates != 2;
}
