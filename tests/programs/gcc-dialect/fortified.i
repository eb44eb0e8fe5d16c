# 1 "fortified.c"
extern void *__memcpy_chk (void *, const void *, unsigned long, unsigned long);
extern char *__strcpy_chk (char *, const char *, unsigned long);
extern int __snprintf_chk (char *, unsigned long, int, unsigned long, const char *, ...);
extern int __printf_chk (int, const char *, ...);
extern __inline __attribute__ ((__always_inline__)) __attribute__ ((__gnu_inline__)) char *
strcpy (char *__dest, const char *__src)
{
  return __builtin___strcpy_chk (__dest, __src, __builtin_object_size (__dest, 2 > 1));
}
extern void __assert_fail (const char *, const char *, unsigned, const char *) __attribute__ ((__noreturn__));
# 3 "fortified.c" 2
int main(void) {
  char text[8], copy[8];
  strcpy(text, "abc");
  __memcpy_chk(copy, text, 4, sizeof copy);
  if (__snprintf_chk(copy, sizeof copy, 1, sizeof copy, "%s-%d", text, 7) != 5 || copy[4] != '7')
    __assert_fail("copy", "fortified.c", 8, "main");
  __printf_chk(1, "%s\n", copy);
  return 0;
}
