// The local time is any valid date.
#include <assert.h>
#include <time.h>

int main(void) {
  time_t now = time(0);
  struct tm date;
  assert(localtime_r(&now, &date) == &date);
  assert(date.tm_mon >= 0 && date.tm_mon < 12 && date.tm_mday >= 1 && date.tm_mday <= 31);
  return 0;
}
