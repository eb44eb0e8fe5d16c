// A program with a logger whose text does not matter for the question, and a lock of its own that does: a stub replaces
// the former.
#include <assert.h>
#include <pthread.h>

int lib_write(const char *text);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void log_text(const char *text) {
  while (lib_write(text) < 0)
    ;
}

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  log_text("working");
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
