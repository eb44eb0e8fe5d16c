// What a format of an event prints is read by the thread that prints it, while another thread writes it.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

struct event {
  va_list arguments;
  const char *format;
};

static char name[4] = "ab";

static void print(struct event *event) { vfprintf(stderr, event->format, event->arguments); }

static void record(const char *format, ...) {
  struct event event = {.format = format};
  va_start(event.arguments, format);
  print(&event);
  va_end(event.arguments);
}

static void *thread(void *unused) {
  name[1] = 'c';
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  record("%d %s", 1, name);
  pthread_join(other, 0);
  return 0;
}
