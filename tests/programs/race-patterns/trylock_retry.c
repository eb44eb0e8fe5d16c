// A thread tries the lock a few times and otherwise counts the failure in its own structure.
#include <errno.h>
#include <pthread.h>
#include <sched.h>

struct stats {
  int ok, busy;
};

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
static int resource;
static struct stats shared_stats;

static int try_update(int tries) {
  while (tries-- > 0) {
    int e = pthread_mutex_trylock(&big_lock);
    if (e == 0) {
      resource++;
      shared_stats.ok++;
      pthread_mutex_unlock(&big_lock);
      return 1;
    }
    if (e != EBUSY)
      return 0;
    sched_yield();
  }
  return 0;
}

static void *job(void *arg) {
  struct stats local = {0, 0};
  for (int i = 0; i < 20; i++) {
    if (try_update(3))
      local.ok++;
    else
      local.busy++;
  }
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, job, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return resource != shared_stats.ok;
}
