// The number of the process is the same in all threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

static pid_t process, mine;

static void *thread(void *unused) {
  assert(prctl(PR_SET_NAME, "other") == 0);
  assert(getpid() != process);
  assert(gettid() != mine);
  return unused;
}

int main(void) {
  pthread_t other;
  process = getpid();
  mine = gettid();
  pthread_create(&other, 0, thread, 0);
  pthread_join(other, 0);
  return 0;
}
