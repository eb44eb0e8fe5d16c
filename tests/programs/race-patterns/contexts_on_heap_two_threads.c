// Two connections, each with a context that main allocates and the thread frees.
#include <pthread.h>
#include <stdlib.h>

struct connection {
  int socket;
  unsigned received;
};

static void *serve(void *argument) {
  struct connection *connection = argument;
  for (int i = 0; i < 3; i++)
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
  pthread_t first, second;
  pthread_create(&first, 0, serve, accept_connection(3));
  pthread_create(&second, 0, serve, accept_connection(4));
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
