// An asynchronous logger: threads put records into a ring, and a thread of the logger hands them to a sink.
//
// Records reach the sink one at a time, in the order in which logger_write reserved their places.
#ifndef LOGGER_H
#define LOGGER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef LOGGER_LINE
#define LOGGER_LINE 120 // longer texts are allocated
#endif

enum logger_level { LOGGER_DEBUG, LOGGER_INFO, LOGGER_WARNING, LOGGER_ERROR };

/// Receives the text of a record, without a line end, in the logger's own thread. It must not call the logger.
typedef void (*logger_sink)(void *argument, enum logger_level level, const char *text);

struct logger_options {
  size_t capacity;             // records in the ring, at least 1
  enum logger_level threshold; // records below this level are ignored
  bool drop_when_full;         // otherwise logger_write waits for a place
  logger_sink sink;
  void *sink_argument;
};

struct logger;

/// Null if there is not enough memory or no thread can be started; errno says which.
struct logger *logger_create(const struct logger_options *options);

/// Writes all records that have been accepted, ends the thread and frees the logger. No other call may be under way.
void logger_destroy(struct logger *logger);

/// 0, or EAGAIN if the ring is full and the logger drops records then.
int logger_write(struct logger *logger, enum logger_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int logger_vwrite(struct logger *logger, enum logger_level level, const char *format, va_list arguments);

/// Waits until the sink has had every record that was accepted before the call.
void logger_flush(struct logger *logger);

void logger_set_threshold(struct logger *logger, enum logger_level threshold);
size_t logger_dropped(struct logger *logger);

#endif
