// The error numbers of Linux that the models return, and errno.
#ifndef HEDDLE_ERRORS_H
#define HEDDLE_ERRORS_H

enum {
  EPERM = 1,
  EINTR = 4,
  EAGAIN = 11,
  ENOMEM = 12,
  EBUSY = 16,
  EINVAL = 22,
  ERANGE = 34,
  EDEADLK = 35,
  ETIMEDOUT = 110,
};

int *__errno_location(void);

#endif
