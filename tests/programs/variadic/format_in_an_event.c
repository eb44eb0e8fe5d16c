// A logger that passes format and arguments on in a struct, so that the format is not known where it is used.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct event {
  va_list arguments;
  const char *format;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char line[32];

static void store(struct event *event) { vsnprintf(line, sizeof line, event->format, event->arguments); }

static void record(const char *format, ...) {
  struct event event = {.format = format};
  pthread_mutex_lock(&lock);
  va_start(event.arguments, format);
  vfprintf(stderr, event.format, event.arguments);
  va_end(event.arguments);
  va_start(event.arguments, format);
  store(&event);
  va_end(event.arguments);
  pthread_mutex_unlock(&lock);
}

static void *thread(void *unused) {
  record("%s", "other");
  return unused;
}

int main(void) {
  pthread_t other;
  record("%d%% of %5.2s|%-3c|%lx", -7, "abc", 'x', 255L);
  assert(strcmp(line, "-7% of    ab|x  |ff") == 0);
  pthread_create(&other, 0, thread, 0);
  record("%03u", 12U);
  pthread_mutex_lock(&lock);
  assert(strcmp(line, "012") == 0 || strcmp(line, "other") == 0);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
