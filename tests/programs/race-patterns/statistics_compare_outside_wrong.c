// The largest size is compared before the mutex is taken.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

struct statistics {
  unsigned long packets;
  unsigned long errors;
  int largest;
};

static struct statistics all;
static pthread_mutex_t all_mutex = PTHREAD_MUTEX_INITIALIZER;

static void merge(const struct statistics *part) {
  const int larger = part->largest > all.largest;
  pthread_mutex_lock(&all_mutex);
  all.packets += part->packets;
  all.errors += part->errors;
  if (larger)
    all.largest = part->largest;
  pthread_mutex_unlock(&all_mutex);
}

static void *receive(void *argument) {
  struct statistics own = {0, 0, 0};
  while (__VERIFIER_nondet_bool()) {
    const int size = __VERIFIER_nondet_int();
    own.packets++;
    if (size < 0)
      own.errors++;
    else if (size > own.largest)
      own.largest = size;
  }
  merge(&own);
  return 0;
}

int main(void) {
  pthread_t receiver;
  while (__VERIFIER_nondet_bool())
    pthread_create(&receiver, 0, receive, 0);
  pthread_mutex_lock(&all_mutex);
  const int failed = all.errors > all.packets;
  pthread_mutex_unlock(&all_mutex);
  return failed;
}
