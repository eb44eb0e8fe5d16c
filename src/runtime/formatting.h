// Formatted output, from the side of the models that offer it.
#ifndef HEDDLE_FORMATTING_H
#define HEDDLE_FORMATTING_H

#include "heddle.h"

void __heddle_read_text(const char *text, int most);
void __heddle_read_wide_text(const int *text, int most);
heddle_size __heddle_put(char *text, heddle_size size, heddle_size at, char byte);
void __heddle_put_end(char *text, heddle_size size, heddle_size at);
heddle_size __heddle_put_byte(char *text, heddle_size size, heddle_size at, int byte, int width, int flags);
heddle_size __heddle_put_text(char *text, heddle_size size, heddle_size at, const char *source, int most, int width,
                              int flags);
heddle_size __heddle_put_signed(char *text, heddle_size size, heddle_size at, long long value, int width, int precision,
                                int flags);
heddle_size __heddle_put_unsigned(char *text, heddle_size size, heddle_size at, unsigned long long value, int base,
                                  int width, int precision, int flags);
heddle_size __heddle_put_by_format(char *text, heddle_size size, const char *format, void *list, int isKept);

// A string whose content does not matter. A literal needs no reading.
static inline void heddle_read_string(const char *text) {
  if (!__heddle_is_literal(text))
    __heddle_read_text(text, -1);
}

// The expansion of a call calls these functions; a model that has such calls keeps them.
static inline void heddle_keep_formatting(void) {
  __heddle_keep((void (*)(void))__heddle_read_text);
  __heddle_keep((void (*)(void))__heddle_read_wide_text);
  __heddle_keep((void (*)(void))__heddle_put);
  __heddle_keep((void (*)(void))__heddle_put_end);
  __heddle_keep((void (*)(void))__heddle_put_byte);
  __heddle_keep((void (*)(void))__heddle_put_text);
  __heddle_keep((void (*)(void))__heddle_put_signed);
  __heddle_keep((void (*)(void))__heddle_put_unsigned);
  __heddle_keep((void (*)(void))__heddle_put_by_format);
}

#endif
