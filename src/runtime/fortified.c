// The functions that glibc's headers call with _FORTIFY_SOURCE. They do what the functions without the suffix do; that
// they would end the program instead of an access out of bounds is left out, so that the access is reported.
#include "cancellation.h"
#include "formatting.h"
#include "streams.h"

int __VERIFIER_nondet_int(void);
void *memcpy(void *target, const void *source, heddle_size size);
void *memmove(void *target, const void *source, heddle_size size);
void *mempcpy(void *target, const void *source, heddle_size size);
void *memset(void *target, int byte, heddle_size size);
char *strcpy(char *target, const char *source);
char *stpcpy(char *target, const char *source);
char *strncpy(char *target, const char *source, heddle_size size);
char *strcat(char *target, const char *source);
char *strncat(char *target, const char *source, heddle_size size);
char *fgets(char *text, int size, struct file *file);
long read(int file, void *block, heddle_size size);
int vprintf(const char *format, __builtin_va_list arguments);
int vsprintf(char *text, const char *format, __builtin_va_list arguments);
int vsnprintf(char *text, heddle_size size, const char *format, __builtin_va_list arguments);

void *__memcpy_chk(void *target, const void *source, heddle_size size, heddle_size room) {
  (void)room;
  return memcpy(target, source, size);
}

void *__memmove_chk(void *target, const void *source, heddle_size size, heddle_size room) {
  (void)room;
  return memmove(target, source, size);
}

void *__mempcpy_chk(void *target, const void *source, heddle_size size, heddle_size room) {
  (void)room;
  return mempcpy(target, source, size);
}

void *__memset_chk(void *target, int byte, heddle_size size, heddle_size room) {
  (void)room;
  return memset(target, byte, size);
}

char *__strcpy_chk(char *target, const char *source, heddle_size room) {
  (void)room;
  return strcpy(target, source);
}

char *__stpcpy_chk(char *target, const char *source, heddle_size room) {
  (void)room;
  return stpcpy(target, source);
}

char *__strncpy_chk(char *target, const char *source, heddle_size size, heddle_size room) {
  (void)room;
  return strncpy(target, source, size);
}

char *__strcat_chk(char *target, const char *source, heddle_size room) {
  (void)room;
  return strcat(target, source);
}

char *__strncat_chk(char *target, const char *source, heddle_size size, heddle_size room) {
  (void)room;
  return strncat(target, source, size);
}

char *__fgets_chk(char *text, heddle_size room, int size, struct file *file) {
  (void)room;
  return fgets(text, size, file);
}

long __read_chk(int file, void *block, heddle_size size, heddle_size room) {
  (void)room;
  return read(file, block, size);
}

int __printf_chk(int flag, const char *format, ...) {
  (void)flag;
  heddle_possible_cancellation_point();
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int __fprintf_chk(struct file *file, int flag, const char *format, ...) {
  (void)file, (void)flag;
  heddle_possible_cancellation_point();
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list arguments) {
  (void)flag;
  return vprintf(format, arguments);
}

int __vfprintf_chk(struct file *file, int flag, const char *format, __builtin_va_list arguments) {
  (void)file, (void)flag;
  return vprintf(format, arguments);
}

int __sprintf_chk(char *text, int flag, heddle_size room, const char *format, ...) {
  (void)flag, (void)room;
  heddle_keep_formatting();
  return (int)__heddle_format(text, (heddle_size)-1, format);
}

int __snprintf_chk(char *text, heddle_size size, int flag, heddle_size room, const char *format, ...) {
  (void)flag, (void)room;
  heddle_keep_formatting();
  return (int)__heddle_format(text, size, format);
}

int __vsprintf_chk(char *text, int flag, heddle_size room, const char *format, __builtin_va_list arguments) {
  (void)flag, (void)room;
  return vsprintf(text, format, arguments);
}

int __vsnprintf_chk(char *text, heddle_size size, int flag, heddle_size room, const char *format,
                    __builtin_va_list arguments) {
  (void)flag, (void)room;
  return vsnprintf(text, size, format, arguments);
}
