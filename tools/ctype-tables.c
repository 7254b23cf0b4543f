// Prints src/base/ctype_tables.inc: the character classes, widths and case of glibc's C.UTF-8 on this machine.
//
//   cc tools/ctype-tables.c -o /tmp/t && /tmp/t >src/base/ctype_tables.inc
//
// kRuns: where the properties change, as code << 11 | width + 1 << 9 | bits of the classes. kCase: runs of code points
// whose other case lies at the same distance.
#define _XOPEN_SOURCE 700
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

static unsigned properties(wint_t c) {
  int w = wcwidth((wchar_t)c);
  return (unsigned)(w + 1) << 9 | (iswalpha(c) ? 1 : 0) | (iswupper(c) ? 2 : 0) | (iswlower(c) ? 4 : 0) |
         (iswpunct(c) ? 8 : 0) | (iswspace(c) ? 16 : 0) | (iswblank(c) ? 32 : 0) | (iswcntrl(c) ? 64 : 0) |
         (iswprint(c) ? 128 : 0) | (iswgraph(c) ? 256 : 0);
}

static void cases(const char* name, wint_t (*map)(wint_t)) {
  printf("constexpr CaseRun %s[] = {", name);
  int n = 0;
  for (unsigned c = 0x80; c < 0x110000;) {
    long d = (long)map(c) - (long)c;
    if (!d) { c++; continue; }
    unsigned stride = 1, count = 1;
    if ((long)map(c + 1) - (long)(c + 1) != d && (long)map(c + 2) - (long)(c + 2) == d) stride = 2;
    while ((long)map(c + count * stride) - (long)(c + count * stride) == d &&
           (stride == 1 || map(c + count * stride - 1) == c + count * stride - 1 || 1)) {
      if (stride == 2 && (long)map(c + count * stride - 1) != (long)(c + count * stride - 1)) break;
      count++;
    }
    printf("%s{0x%x, %u, %u, %ld},", n++ % 5 ? " " : "\n  ", c, count, stride, d);
    c += (count - 1) * stride + 1;
  }
  printf("\n};\n");
}

int main(void) {
  if (!setlocale(LC_ALL, "C.UTF-8")) return 1;
  printf("// Made by tools/ctype-tables.c; do not edit.\nconstexpr std::uint32_t kRuns[] = {");
  unsigned last = ~0u;
  int n = 0;
  for (unsigned c = 0; c < 0x110000; c++) {
    unsigned p = properties(c);
    if (p != last) printf("%s0x%xu,", n++ % 10 ? " " : "\n  ", c << 11 | p);
    last = p;
  }
  printf("\n};\n");
  cases("kToUpper", towupper);
  cases("kToLower", towlower);
  fprintf(stderr, "%d runs\n", n);
}
