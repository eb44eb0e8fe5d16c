// A logger that formats into a buffer, under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char line[24];
static int lines;

static void report(const char *level, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pthread_mutex_lock(&lock);
  int used = snprintf(line, sizeof line, "[%s] ", level);
  vsnprintf(line + used, sizeof line - used, format, arguments);
  lines++;
  pthread_mutex_unlock(&lock);
  va_end(arguments);
}

static void *worker(void *argument) {
  report("info", "%d of %s", *(int *)argument, "two");
  return 0;
}

int main(void) {
  int one = 1, two = 2;
  pthread_t first, second;
  pthread_create(&first, 0, worker, &one);
  pthread_create(&second, 0, worker, &two);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(lines == 2);
  assert(strcmp(line, "[info] 1 of two") == 0 || strcmp(line, "[info] 2 of two") == 0);
  return 0;
}
