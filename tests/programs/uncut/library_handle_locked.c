// As library_handle.c, with a lock: a proof rests on lib_open(), about which nothing is known.
#include <assert.h>
#include <pthread.h>

struct connection {
  int users;
};
struct connection *lib_open(const char *name);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *argument) {
  struct connection *c = argument;
  pthread_mutex_lock(&lock);
  counter++;
  c->users++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  struct connection *c = lib_open("db");
  if (!c)
    return 1;
  c->users = 0;
  pthread_t first, second;
  pthread_create(&first, 0, worker, c);
  pthread_create(&second, 0, worker, c);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2 && c->users == 2);
  return 0;
}
