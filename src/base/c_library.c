/* SPDX-License-Identifier: MIT */
/* c_library.c -- see c_library.h. */
#include "base/c_library.h"

#include <stdlib.h>
#include <string.h>

/* Sorted. */
static const char *const QUIET[] = {
	"_Exit", "__assert_fail", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location",
	"__stack_chk_fail", "abort", "acos", "asin", "atan", "atan2", "atof", "atoi", "atol", "calloc", "ceil",
	"clock", "clock_gettime", "cos", "exp", "fclose", "feof", "fflush", "fgetc", "fgets", "floor", "fmod",
	"fopen", "fprintf", "fputc", "fputs", "fread", "free", "fseek", "ftell", "fwrite", "getc", "getchar",
	"getenv", "gettimeofday", "isalnum", "isalpha", "isdigit", "isspace", "isxdigit", "ldexp", "log", "malloc",
	"memchr", "memcmp", "memcpy", "memmove", "memset", "perror", "pow", "printf", "putc", "putchar", "puts",
	"rand", "realloc", "round", "sin", "snprintf", "sprintf", "sqrt", "srand", "sscanf", "strcasecmp", "strcat",
	"strchr", "strcmp", "strcpy", "strcspn", "strerror", "strlen", "strncasecmp", "strncmp", "strncpy",
	"strpbrk", "strrchr", "strspn", "strstr", "strtod", "strtol", "strtoll", "strtoul", "strtoull", "tan",
	"time", "tolower", "toupper", "ungetc", "vfprintf", "vprintf", "vsnprintf"
};

static int
compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool
c_library_is_quiet(const char *name)
{
	return bsearch(&name, QUIET, sizeof QUIET / sizeof *QUIET, sizeof *QUIET, compare) != NULL;
}
