// One access comes after the unlock.
#include <pthread.h>

enum { ACCOUNTS = 10 };
struct account {
  pthread_mutex_t lock;
  int balance;
};
struct account accounts[ACCOUNTS];
extern int __VERIFIER_nondet_int(void);

void *worker(void *argument) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= ACCOUNTS)
    return 0;
  struct account *account = &accounts[i];
  pthread_mutex_lock(&account->lock);
  account->balance++;
  pthread_mutex_unlock(&account->lock);
  account->balance--;
  return 0;
}

int main(void) {
  for (int i = 0; i < ACCOUNTS; i++)
    pthread_mutex_init(&accounts[i].lock, 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
