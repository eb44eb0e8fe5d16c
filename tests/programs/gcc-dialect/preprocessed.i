# 1 "preprocessed.c"
# 1 "/usr/include/stdlib.h" 1 3 4
extern void free (void *__ptr);
extern void *malloc (unsigned long __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__));
extern char *realpath (const char *__name, char *__resolved);
extern void *open_it (const char *__name)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (free, 1))) ;
extern _Float128 strtof128 (const char *__nptr, char **__endptr);
extern _Float64x strtof64x (const char *__nptr, char **__endptr);
extern _Complex _Float32 cacosf32 (_Complex _Float32 __z);
extern int printf (const char *__format, ...);
extern __inline __attribute__ ((__always_inline__)) __attribute__ ((__gnu_inline__)) __attribute__ ((__artificial__)) int
printf (const char *__restrict __fmt, ...)
{
  return __printf_chk (2 - 1, __fmt, __builtin_va_arg_pack ());
}
extern void __assert_fail (const char *, const char *, unsigned, const char *) __attribute__ ((__noreturn__));
# 3 "preprocessed.c" 2
static _Float64 half = 0.5f64;
static _Float32 third = 0x1p-2f32;
static const char *text = "_Float128 __attribute__((malloc(free, 1)))";
int main(void) {
  char *block = malloc(1);
  *block = 1;
  printf("%d\n", *block);
  free(block);
  if (half + third != 0.75 || text[8] != '8')
    __assert_fail("sum", "preprocessed.c", 24, "main");
  return 0;
}
