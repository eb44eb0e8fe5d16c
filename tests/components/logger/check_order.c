// One thread writes two records through a ring with one place: the sink gets both, complete and in order.
#include "logger.h"

#include <assert.h>
#include <string.h>

static int received;

static void receive(void *argument, enum logger_level level, const char *text) {
  const char *const *expected = argument;
  assert(level == LOGGER_INFO);
  assert(strcmp(text, expected[received]) == 0);
  received++;
}

int main(void) {
  const char *expected[] = {"n=1", "long 2"};
  const struct logger_options options = {
      .capacity = 1, .threshold = LOGGER_INFO, .sink = receive, .sink_argument = expected};
  struct logger *logger = logger_create(&options);
  if (!logger)
    return 1;
  logger_write(logger, LOGGER_DEBUG, "ignored");
  logger_write(logger, LOGGER_INFO, "n=%d", 1);
  logger_write(logger, LOGGER_INFO, "%s %d", "long", 2);
  logger_destroy(logger);
  assert(received == 2);
  return 0;
}
