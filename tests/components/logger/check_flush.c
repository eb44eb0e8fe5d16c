// Two threads write a record each. When a thread returns from logger_flush, the sink has had its record.
#include "logger.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct logger *logger;
static atomic_int received[2];

static void receive(void *unused, enum logger_level level, const char *text) {
  (void)unused;
  (void)level;
  assert(text[1] == '\0');
  received[text[0] - 'a']++;
}

static void *write_b(void *unused) {
  (void)unused;
  logger_write(logger, LOGGER_INFO, "b");
  return NULL;
}

int main(void) {
  const struct logger_options options = {.capacity = 2, .threshold = LOGGER_DEBUG, .sink = receive};
  logger = logger_create(&options);
  if (!logger)
    return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, write_b, NULL);
  logger_write(logger, LOGGER_INFO, "a");
  logger_flush(logger);
  assert(received[0] == 1);
  pthread_join(thread, NULL);
  logger_destroy(logger);
  assert(received[0] == 1 && received[1] == 1);
  return 0;
}
