// The server counts on the connection after it has handed it over.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
  int fd;
  int bytes;
} connection;

static long total_bytes;
static pthread_mutex_t total_mutex = PTHREAD_MUTEX_INITIALIZER;

static void *handle(void *arg) {
  connection *c = arg;
  c->bytes = __VERIFIER_nondet_int() & 0xff;
  pthread_mutex_lock(&total_mutex);
  total_bytes += c->bytes;
  pthread_mutex_unlock(&total_mutex);
  free(c);
  return NULL;
}

int main(void) {
  int fd;
  while ((fd = __VERIFIER_nondet_int()) >= 0) {
    connection *c = malloc(sizeof(connection));
    if (!c)
      break;
    c->fd = fd;
    c->bytes = 0;
    pthread_t t;
    if (pthread_create(&t, NULL, handle, c) != 0) {
      free(c);
      break;
    }
    pthread_detach(t);
    c->fd = -1;
  }
  pthread_mutex_lock(&total_mutex);
  long n = total_bytes;
  pthread_mutex_unlock(&total_mutex);
  return n > 0;
}
