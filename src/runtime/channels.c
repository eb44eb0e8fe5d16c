// Pipes and event counters (eventfd). A thread that reads one waits for another, so that what is in them is exact,
// unlike that in other files. A read acquires, a write and a close release, and all of them modify one word: what was
// written before happens before the read.
//
// Descriptors are not given out again after they are closed, so there is no proof if a closed one is used when others
// have been opened since.
//
// Another thread may close a descriptor between the beginning of a call and its atomic block, so the block looks at the
// end again. A write that finds it closed fails: it might have begun after the close. So does a read, unless there is
// something to read: it might have been complete before the close, since nothing can be written afterwards. A read that
// was waiting is the exception. In Linux it goes on waiting, and is a reader for writes until it ends, which is not
// modelled: CLOSED wakes it, and there is no proof.
#include "channels.h"
#include "blocks.h"
#include "cancellation.h"
#include "errors.h"
#include "signals.h"

enum { CHANNELS = 8, CAPACITY = 64, FIRST_DESCRIPTOR = 3, MOST_POLLED = 8 };
enum { CLOSE_ON_EXEC = 02000000, NONBLOCKING = 04000, SEMAPHORE = 1 };

// The ends of a channel: its descriptors are FIRST_DESCRIPTOR + 2 * channel + end. A counter has the first one only.
enum { READ_END, WRITE_END };

// What an end is, in one word, so that a read needs one step for all of it before it waits. If it is closed: as many
// times OPENED as channels had been opened then.
enum state {
  CAN_BE_READ = 1,
  CAN_BE_WRITTEN = 2,
  COUNTS = CAN_BE_READ | CAN_BE_WRITTEN,
  COUNTS_DOWN = 4,
  WAITS = 8,
  OPENED = 16
};

struct channel {
  // What a read waits for: for a pipe the number of bytes in it, and LAST if no more will follow; otherwise the value
  // of the counter. In both cases CLOSED if the end that is read is closed.
  int ready;
  int states[2];
  int begin; // of the bytes in it
  char bytes[CAPACITY];
};
enum { LAST = 1 << 30, CLOSED = -LAST - LAST };

static struct channel channel[CHANNELS];
static int used;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

static struct channel *channelOf(int file) { return &channel[(file - FIRST_DESCRIPTOR) / 2]; }
static int endOf(int file) { return (file - FIRST_DESCRIPTOR) % 2; }
static int stateOf(int file) {
  return file < 0 ? 0 : __atomic_load_n(&channelOf(file)->states[endOf(file)], __ATOMIC_RELAXED);
}
static _Bool isCounter(int state) { return (state & COUNTS) == COUNTS; }
static _Bool isOpen(int state) { return (state & COUNTS) != 0; }
static int contentOf(int ready) { return ready & ~(LAST | CLOSED); }

_Bool __heddle_is_channel(int file) {
  return file < 0 ||
         (file >= FIRST_DESCRIPTOR && file < FIRST_DESCRIPTOR + 2 * __atomic_load_n(&used, __ATOMIC_RELAXED));
}

// The first descriptor of a new channel.
static int open(int ready, int first, int second) {
  __heddle_atomic_begin();
  const int number = __atomic_fetch_add(&used, 1, __ATOMIC_ACQ_REL);
  if (number >= CHANNELS)
    __heddle_exceeded("more than 8 pipes and event counters");
  channel[number].ready = ready;
  channel[number].states[READ_END] = first;
  channel[number].states[WRITE_END] = second;
  __heddle_atomic_end();
  return FIRST_DESCRIPTOR + 2 * number;
}

int pipe2(int files[2], int flags) {
  if ((flags & ~(CLOSE_ON_EXEC | NONBLOCKING)) != 0)
    __heddle_unsupported("these flags of a pipe (pipe2)");
  if (__heddle_malloc_may_fail() && __heddle_happens("fails"))
    return heddle_fail(EMFILE);
  const int waits = (flags & NONBLOCKING) == 0 ? WAITS : 0;
  const int first = open(0, CAN_BE_READ | waits, CAN_BE_WRITTEN | waits);
  files[0] = first + READ_END;
  files[1] = first + WRITE_END;
  return 0;
}

int pipe(int files[2]) { return pipe2(files, 0); }

int eventfd(unsigned value, int flags) {
  if ((flags & ~(CLOSE_ON_EXEC | NONBLOCKING | SEMAPHORE)) != 0)
    return heddle_fail(EINVAL);
  if (value >= LAST)
    __heddle_exceeded("an event counter above 1,000,000,000");
  if (__heddle_malloc_may_fail() && __heddle_happens("fails"))
    return heddle_fail(EMFILE);
  const int waits = (flags & NONBLOCKING) == 0 ? WAITS : 0;
  return open((int)value, COUNTS | waits | (flags & SEMAPHORE ? COUNTS_DOWN : 0), 0);
}

// The descriptor is closed, and in reality may be that of a file that was opened afterwards.
static void requireNotReused(int state) {
  if (state != 0 && !isOpen(state) && state / OPENED != __atomic_load_n(&used, __ATOMIC_RELAXED) &&
      __VERIFIER_nondet_bool())
    __heddle_exceeded("a closed descriptor that may have been given out again");
}

static int failClosed(int state) {
  requireNotReused(state);
  return heddle_fail(EBADF);
}

// In an atomic block of a thread that found the descriptor open, and waits or has waited for it.
static void wakeByClose(void) {
  if (__VERIFIER_nondet_bool())
    __heddle_exceeded("a descriptor that is closed while another thread waits for it");
}

// Begins an atomic block in which there is something to read, unless the read must not wait for it.
static void beginRead(struct channel *from, int state) {
  if (state & WAITS) {
    if (HEDDLE_WAITS_FOR_CANCELLATION)
      heddle_wait_for_cancellation();
    (void)__heddle_begin_when_not(&from->ready, 0);
  } else {
    __heddle_atomic_begin();
  }
  __heddle_sync(HEDDLE_RECEIVE, from);
}

static long readPipe(struct channel *from, int state, char *block, heddle_size size) {
  if (size == 0)
    return 0;
  beginRead(from, state);
  const int ready = from->ready;
  const int bytes = contentOf(ready);
  const int count = (heddle_size)bytes < size ? bytes : (int)size;
  for (int i = 0; i < count; ++i)
    HEDDLE_STORE_PLAIN(block[i], from->bytes[from->begin + i]);
  from->begin = count == bytes ? 0 : from->begin + count;
  __atomic_fetch_sub(&from->ready, count, __ATOMIC_ACQUIRE);
  if (ready == CLOSED && (state & WAITS))
    wakeByClose();
  __heddle_atomic_end();
  if (ready == CLOSED)
    return heddle_fail(EBADF);
  return ready == 0 ? heddle_fail(EAGAIN) : count;
}

static long readCounter(struct channel *from, int state, unsigned long long *value, heddle_size size) {
  if (size < sizeof *value)
    return heddle_fail(EINVAL);
  beginRead(from, state);
  const int ready = from->ready;
  const int content = contentOf(ready);
  const int count = content != 0 && (state & COUNTS_DOWN) ? 1 : content;
  __atomic_fetch_sub(&from->ready, count, __ATOMIC_ACQUIRE);
  if (ready == CLOSED && (state & WAITS))
    wakeByClose();
  __heddle_atomic_end();
  if (ready == CLOSED)
    return heddle_fail(EBADF);
  if (ready == 0)
    return heddle_fail(EAGAIN);
  *value = (unsigned long long)count;
  return sizeof *value;
}

long __heddle_read_channel(int file, void *block, heddle_size size) {
  heddle_cancellation_point();
  const int state = stateOf(file);
  if (!(state & CAN_BE_READ))
    return failClosed(state);
  return isCounter(state) ? readCounter(channelOf(file), state, block, size)
                          : readPipe(channelOf(file), state, block, size);
}

// A write waits only if there is no room. The room in a real pipe is larger than that in the model.
static long writePipe(struct channel *to, const char *block, heddle_size size) {
  if (size == 0)
    return 0;
  heddle_read_block(block, size);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_SEND, to);
  const _Bool isWritten = isOpen(to->states[WRITE_END]);
  const _Bool isRead = isOpen(to->states[READ_END]);
  if (isWritten && isRead) {
    const int end = to->begin + to->ready;
    if (size > (heddle_size)(CAPACITY - end))
      __heddle_exceeded("more than 64 bytes in a pipe");
    for (int i = 0; i < (int)size; ++i)
      __heddle_copy(&to->bytes[end + i], block + i, 1);
    __atomic_fetch_add(&to->ready, (int)size, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  if (!isWritten)
    return heddle_fail(EBADF);
  if (isRead)
    return (long)size;
  if (HEDDLE_USES_HANDLERS)
    __heddle_run_handler(HEDDLE_BROKEN_PIPE);
  if (__heddle_happens("ends the program by SIGPIPE"))
    __heddle_end_program(1);
  return heddle_fail(EPIPE);
}

static long writeCounter(struct channel *to, const unsigned long long *value, heddle_size size) {
  if (size < sizeof *value)
    return heddle_fail(EINVAL);
  const unsigned long long added = *value;
  if (added == ~0ULL)
    return heddle_fail(EINVAL);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_SEND, to);
  const _Bool isWritten = isOpen(to->states[READ_END]);
  if (isWritten) {
    if (added >= (unsigned long long)(LAST - to->ready))
      __heddle_exceeded("an event counter above 1,000,000,000");
    __atomic_fetch_add(&to->ready, (int)added, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  return isWritten ? (long)sizeof *value : heddle_fail(EBADF);
}

long __heddle_write_channel(int file, const void *block, heddle_size size) {
  heddle_cancellation_point();
  const int state = stateOf(file);
  if (!(state & CAN_BE_WRITTEN))
    return failClosed(state);
  return isCounter(state) ? writeCounter(channelOf(file), block, size) : writePipe(channelOf(file), block, size);
}

int eventfd_read(int file, unsigned long long *value) {
  return __heddle_read_channel(file, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int file, unsigned long long value) {
  return __heddle_write_channel(file, &value, sizeof value) == sizeof value ? 0 : -1;
}

struct pollfd {
  int file;
  short asked;
  short found;
};
enum { CAN_READ = 1, CAN_WRITE = 4, HAS_ERROR = 8, IS_ENDED = 16, IS_INVALID = 32 };

// In an atomic block: what poll finds at a descriptor.
static short found(int file, short asked) {
  if (file < 0)
    return 0;
  if (!__heddle_is_channel(file))
    return (short)__VERIFIER_nondet_int() & (asked | HAS_ERROR | IS_ENDED | IS_INVALID);
  const int state = stateOf(file);
  requireNotReused(state);
  if (!isOpen(state))
    return IS_INVALID;
  const struct channel *const polled = channelOf(file);
  const int ready = __atomic_load_n(&polled->ready, __ATOMIC_ACQUIRE);
  int result = 0;
  if (state & CAN_BE_READ)
    result |= (contentOf(ready) != 0 ? asked & CAN_READ : 0) | ((ready & LAST) != 0 ? IS_ENDED : 0);
  if (state & CAN_BE_WRITTEN)
    result |= (asked & CAN_WRITE) | (isOpen(polled->states[READ_END]) ? 0 : HAS_ERROR);
  return (short)result;
}

// Whether poll finds something at the descriptor exactly if its channel is ready.
static _Bool isFoundWhenReady(const struct pollfd *descriptor) {
  if (descriptor->file < 0 || !__heddle_is_channel(descriptor->file) || !(descriptor->asked & CAN_READ))
    return 0;
  const int state = stateOf(descriptor->file);
  return (state & CAN_BE_READ) != 0 && !((state & CAN_BE_WRITTEN) != 0 && (descriptor->asked & CAN_WRITE) != 0);
}

// Without a timeout, poll waits for one arbitrary descriptor of which it finds something then. That it could have
// returned because of another one would have to be known to recognise a deadlock.
static void beginPoll(const struct pollfd *descriptors, unsigned long count, int timeout) {
  if (timeout >= 0) {
    __heddle_atomic_begin();
    return;
  }
  if (HEDDLE_USES_CHANNELS && count > 1 && __heddle_checks(HEDDLE_NO_DEADLOCK))
    __heddle_unsupported("waiting for one of several descriptors, if no-deadlock is checked (poll)");
  if (HEDDLE_WAITS_FOR_CANCELLATION)
    heddle_wait_for_cancellation();
  const unsigned chosen = count > 1 ? __heddle_choose(MOST_POLLED) : 0;
  __heddle_assume(chosen < count);
  if (!isFoundWhenReady(&descriptors[chosen]))
    __heddle_atomic_begin();
  else if (__heddle_begin_when_not(&channelOf(descriptors[chosen].file)->ready, 0) == CLOSED)
    wakeByClose();
}

int poll(struct pollfd *descriptors, unsigned long count, int timeout) {
  heddle_cancellation_point();
  if (count > MOST_POLLED)
    __heddle_exceeded("more than 8 descriptors (poll)");
  heddle_read_block(descriptors, count * sizeof *descriptors);
  beginPoll(descriptors, count, timeout);
  int result = 0;
  for (unsigned long i = 0; i < count; ++i) {
    const short here = found(descriptors[i].file, descriptors[i].asked);
    HEDDLE_STORE_PLAIN(descriptors[i].found, here);
    result += here != 0;
  }
  __heddle_atomic_end();
  if (HEDDLE_USES_CHANNELS && result == 0 && timeout < 0 && __heddle_checks(HEDDLE_NO_DEADLOCK))
    __heddle_exceeded("waiting for something else than input, if no-deadlock is checked (poll)");
  __heddle_assume(result != 0 || timeout >= 0);
  return result;
}

static int closeChannel(int file) {
  __heddle_atomic_begin();
  const int state = stateOf(file);
  if (isOpen(state)) {
    struct channel *const closed = channelOf(file);
    __heddle_sync(HEDDLE_CLOSE, closed);
    closed->states[endOf(file)] = used * OPENED;
    __atomic_fetch_or(&closed->ready, endOf(file) == WRITE_END ? LAST : CLOSED, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  return isOpen(state) ? 0 : failClosed(state);
}

int close(int file) {
  heddle_cancellation_point();
  if (HEDDLE_USES_CHANNELS && __heddle_is_channel(file))
    return closeChannel(file);
  return -(int)__VERIFIER_nondet_bool();
}

int fcntl(int file, int command, ...) {
  enum { GET_DESCRIPTOR_FLAGS = 1, SET_DESCRIPTOR_FLAGS, GET_FLAGS, SET_FLAGS };
  if (command < GET_DESCRIPTOR_FLAGS || command > SET_FLAGS)
    __heddle_unsupported("a command other than those for flags (fcntl)");
  const _Bool isGet = command == GET_DESCRIPTOR_FLAGS || command == GET_FLAGS;
  if (!HEDDLE_USES_CHANNELS || !__heddle_is_channel(file)) {
    const int result = isGet ? __VERIFIER_nondet_int() : 0;
    __heddle_assume(result >= 0);
    return __VERIFIER_nondet_bool() ? -1 : result;
  }
  const int state = stateOf(file);
  if (!isOpen(state))
    return failClosed(state);
  if (command == GET_FLAGS)
    return (isCounter(state) ? 2 : endOf(file)) | (state & WAITS ? 0 : NONBLOCKING);
  if (command == GET_DESCRIPTOR_FLAGS)
    return (int)__heddle_choose(2);
  if (command == SET_FLAGS) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, command);
    const int waits = __builtin_va_arg(arguments, int) & NONBLOCKING ? 0 : WAITS;
    __builtin_va_end(arguments);
    __heddle_atomic_begin();
    if (isOpen(stateOf(file)))
      channelOf(file)->states[endOf(file)] = (stateOf(file) & ~WAITS) | waits;
    __heddle_atomic_end();
  }
  return 0;
}
