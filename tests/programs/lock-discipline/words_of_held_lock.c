// A struct is copied word by word while its mutex is held, and the mutex of the copy is used.
#include <pthread.h>
#include <stddef.h>

struct account {
  long number;
  pthread_mutex_t lock;
  long balance;
};

static struct account first, second;

int main(void) {
  pthread_mutex_lock(&first.lock);
  const long *from = (const long *)&first;
  long *to = (long *)&second;
  for (size_t i = 0; i < sizeof first / sizeof(long); i++)
    to[i] = from[i];
  pthread_mutex_unlock(&first.lock);
  pthread_mutex_unlock(&second.lock);
  return 0;
}
