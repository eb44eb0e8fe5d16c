// The result of lib_open() is dereferenced before an obvious lost update. An arbitrary address would cut every
// execution there, and the lost update would be "proved" not to happen.
#include <assert.h>
#include <pthread.h>

struct connection {
  int users;
  struct connection *next;
};
struct connection *lib_open(const char *name);

int counter;

static void *worker(void *argument) {
  counter++;
  return argument;
}

int main(void) {
  struct connection *c = lib_open("db");
  c->users = 1;
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return c->users - 1;
}
