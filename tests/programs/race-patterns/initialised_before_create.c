// Main initialises a shared struct, mutex included, and then starts the threads that use it.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct server {
  pthread_mutex_t mutex;
  int limit;
  int active;
};

static struct server server;

static void server_init(struct server *self, int limit) {
  pthread_mutex_init(&self->mutex, 0);
  self->limit = limit;
  self->active = 0;
}

static int enter(struct server *self) {
  pthread_mutex_lock(&self->mutex);
  const int accepted = self->active < self->limit;
  if (accepted)
    self->active++;
  pthread_mutex_unlock(&self->mutex);
  return accepted;
}

static void leave(struct server *self) {
  pthread_mutex_lock(&self->mutex);
  self->active--;
  pthread_mutex_unlock(&self->mutex);
}

static void *connection(void *argument) {
  struct server *self = argument;
  if (enter(self))
    leave(self);
  return 0;
}

int main(void) {
  pthread_t thread;
  server_init(&server, 4);
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, connection, &server);
  return 0;
}
