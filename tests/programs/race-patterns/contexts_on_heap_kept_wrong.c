// Main writes to the context when the thread has it already.
#include <pthread.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

struct connection {
  int socket;
  unsigned received;
};

static void *serve(void *argument) {
  struct connection *connection = argument;
  while (__VERIFIER_nondet_bool())
    connection->received++;
  free(connection);
  return 0;
}

static struct connection *accept_connection(int socket) {
  struct connection *connection = malloc(sizeof *connection);
  if (!connection)
    abort();
  connection->socket = socket;
  connection->received = 0;
  return connection;
}

int main(void) {
  for (int socket = 3; __VERIFIER_nondet_bool(); socket = 3 + socket % 100) {
    pthread_t thread;
    struct connection *connection = accept_connection(socket);
    pthread_create(&thread, 0, serve, connection);
    connection->received = 0;
    pthread_detach(thread);
  }
  return 0;
}
