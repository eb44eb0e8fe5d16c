// The ring is governed by two counters that never run back: `reserved` counts the places that threads have taken, and
// `written` those that the sink has had; record number n is at n modulo the capacity. A thread reserves a place under
// the lock, formats its text without it, and then marks the record as complete. The logger's thread waits for the
// oldest record to be complete, so that a slow thread delays the records after its own, but no text is ever copied.
#include "logger.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct record {
  enum logger_level level;
  bool complete;
  char *text; // `line`, or allocated if the text is longer
  char line[LOGGER_LINE];
};

struct logger {
  pthread_t thread;
  pthread_mutex_t lock; // protects what follows, except the contents of records that are not complete
  pthread_cond_t oldest_complete;
  pthread_cond_t place_free; // also for logger_flush: `written` has changed
  size_t reserved;
  size_t written;
  size_t dropped;
  bool stopping;

  atomic_int threshold;
  bool drop_when_full;
  logger_sink sink;
  void *sink_argument;
  size_t capacity;
  struct record *records;
};

static struct record *record_at(struct logger *logger, size_t number) {
  return &logger->records[number % logger->capacity];
}

/// Whether the logger's thread has something to do.
static bool has_work(struct logger *logger) {
  return logger->written != logger->reserved && record_at(logger, logger->written)->complete;
}

static void *write_records(void *argument) {
  struct logger *logger = argument;
  pthread_mutex_lock(&logger->lock);
  for (;;) {
    while (!has_work(logger) && !logger->stopping)
      pthread_cond_wait(&logger->oldest_complete, &logger->lock);
#ifdef WRONG_EARLY_END
    if (logger->stopping)
      break;
#else
    // No logger_write is under way when the logger stops, so all reserved records are complete.
    if (!has_work(logger))
      break;
#endif

    // The sink may be slow. The record stays reserved, so that it is not written to in the meantime.
    struct record *record = record_at(logger, logger->written);
    pthread_mutex_unlock(&logger->lock);
    logger->sink(logger->sink_argument, record->level, record->text);
    if (record->text != record->line)
      free(record->text);
    pthread_mutex_lock(&logger->lock);

    record->complete = false;
    logger->written++;
    pthread_cond_broadcast(&logger->place_free);
  }
  pthread_mutex_unlock(&logger->lock);
  return NULL;
}

struct logger *logger_create(const struct logger_options *options) {
  struct logger *logger = calloc(1, sizeof *logger);
  if (!logger)
    return NULL;
  logger->records = calloc(options->capacity, sizeof *logger->records);
  if (!logger->records) {
#ifndef WRONG_LEAK
    free(logger);
#endif
    errno = ENOMEM;
    return NULL;
  }
  logger->capacity = options->capacity;
  logger->drop_when_full = options->drop_when_full;
  logger->sink = options->sink;
  logger->sink_argument = options->sink_argument;
  atomic_init(&logger->threshold, options->threshold);
  pthread_mutex_init(&logger->lock, NULL);
  pthread_cond_init(&logger->oldest_complete, NULL);
  pthread_cond_init(&logger->place_free, NULL);

  int error = pthread_create(&logger->thread, NULL, write_records, logger);
  if (error) {
    pthread_cond_destroy(&logger->place_free);
    pthread_cond_destroy(&logger->oldest_complete);
    pthread_mutex_destroy(&logger->lock);
    free(logger->records);
    free(logger);
    errno = error;
    return NULL;
  }
  return logger;
}

void logger_destroy(struct logger *logger) {
  if (!logger)
    return;
  pthread_mutex_lock(&logger->lock);
  logger->stopping = true;
  pthread_cond_signal(&logger->oldest_complete);
  pthread_mutex_unlock(&logger->lock);
  pthread_join(logger->thread, NULL);

  pthread_cond_destroy(&logger->place_free);
  pthread_cond_destroy(&logger->oldest_complete);
  pthread_mutex_destroy(&logger->lock);
  free(logger->records);
  free(logger);
}

static bool is_full(struct logger *logger) {
#ifdef WRONG_OFF_BY_ONE
  return logger->reserved - logger->written > logger->capacity;
#else
  return logger->reserved - logger->written == logger->capacity;
#endif
}

/// Formats the text into the record; a text that does not fit and cannot be allocated is cut off.
static void format_text(struct record *record, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  record->text = record->line;
  int length = vsnprintf(record->line, sizeof record->line, format, arguments);
  if (length >= (int)sizeof record->line) {
    char *text = malloc((size_t)length + 1);
    if (text) {
#ifdef WRONG_ARGUMENTS
      vsnprintf(text, (size_t)length + 1, format, arguments);
#else
      vsnprintf(text, (size_t)length + 1, format, again);
#endif
      record->text = text;
    }
  }
  va_end(again);
  if (length < 0) // an invalid format; the record has its place in the order anyway
    record->line[0] = '\0';
}

int logger_vwrite(struct logger *logger, enum logger_level level, const char *format, va_list arguments) {
  if ((int)level < atomic_load_explicit(&logger->threshold, memory_order_relaxed))
    return 0;

  pthread_mutex_lock(&logger->lock);
  while (is_full(logger)) {
    if (logger->drop_when_full) {
      logger->dropped++;
      pthread_mutex_unlock(&logger->lock);
      return EAGAIN;
    }
    pthread_cond_wait(&logger->place_free, &logger->lock);
  }
#ifdef WRONG_SIGNAL
  bool was_empty = logger->reserved == logger->written;
#endif
  size_t number = logger->reserved++;
  struct record *record = record_at(logger, number);
#ifdef WRONG_EARLY_COMPLETE
  record->complete = true;
#endif
  pthread_mutex_unlock(&logger->lock);

  record->level = level;
  format_text(record, format, arguments);

  pthread_mutex_lock(&logger->lock);
  record->complete = true;
#ifdef WRONG_SIGNAL
  // The thread may have written the records before this one since, and be waiting for this one.
  if (was_empty)
    pthread_cond_signal(&logger->oldest_complete);
#else
  if (number == logger->written)
    pthread_cond_signal(&logger->oldest_complete);
#endif
  pthread_mutex_unlock(&logger->lock);
  return 0;
}

int logger_write(struct logger *logger, enum logger_level level, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = logger_vwrite(logger, level, format, arguments);
  va_end(arguments);
  return result;
}

void logger_flush(struct logger *logger) {
  pthread_mutex_lock(&logger->lock);
  const size_t accepted = logger->reserved;
  while (logger->written < accepted)
    pthread_cond_wait(&logger->place_free, &logger->lock);
  pthread_mutex_unlock(&logger->lock);
}

void logger_set_threshold(struct logger *logger, enum logger_level threshold) {
  atomic_store_explicit(&logger->threshold, threshold, memory_order_relaxed);
}

size_t logger_dropped(struct logger *logger) {
  pthread_mutex_lock(&logger->lock);
  size_t dropped = logger->dropped;
  pthread_mutex_unlock(&logger->lock);
  return dropped;
}
