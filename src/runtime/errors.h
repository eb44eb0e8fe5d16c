// The error numbers of Linux that the models return, and errno.
#ifndef HEDDLE_ERRORS_H
#define HEDDLE_ERRORS_H

enum {
  EPERM = 1,
  EINTR = 4,
  EBADF = 9,
  EAGAIN = 11,
  ENOMEM = 12,
  EBUSY = 16,
  EINVAL = 22,
  EMFILE = 24,
  EPIPE = 32,
  ERANGE = 34,
  EDEADLK = 35,
  ETIMEDOUT = 110,
};

int *__errno_location(void);

static inline int heddle_fail(int error) {
  *__errno_location() = error;
  return -1;
}

#endif
