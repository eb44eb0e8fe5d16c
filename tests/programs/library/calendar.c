// Calendar time as text, in buffers of the threads.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void *thread(void *unused) {
  char text[32];
  struct tm now;
  const time_t seconds = time(0);
  assert(localtime_r(&seconds, &now) == &now);
  assert(now.tm_mon >= 0 && now.tm_mon < 12);
  now = (struct tm){.tm_year = 126, .tm_mon = 10, .tm_mday = 8, .tm_hour = 4, .tm_min = 5, .tm_sec = 59};
  assert(strftime(text, sizeof text, "%F at %T %%%y", &now) == 26);
  assert(strcmp(text, "2026-11-08 at 04:05:59 %26") == 0);
  assert(strftime(text, 5, "%H:%M", &now) == 0 && strftime(text, 6, "%H:%M", &now) == 5);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  pthread_join(other, 0);
  return 0;
}
