/* SPDX-License-Identifier: MIT */
/* file.c -- writes files as a whole or not at all. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
write_all(int fd, const char *s, size_t n)
{
	while (n > 0) {
		ssize_t k = write(fd, s, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		s += k;
		n -= (size_t)k;
	}
	return true;
}

/* Creates a file beside `path`, on the same file system for the rename; `name` receives its name. */
static int
open_beside(const char *path, char *name, size_t bytes)
{
	for (unsigned i = 0; i < 100; i++) {
		int n = snprintf(name, bytes, "%s.%ld.%u.tmp", path, (long)getpid(), i);
		if (n < 0 || (size_t)n >= bytes) {
			errno = ENAMETOOLONG;
			return -1;
		}
		int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

bool
file_write(const char *path, const char *s, size_t n)
{
	struct stat st;
	char name[4096 + 64];

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) { /* a device or a pipe is written to, not replaced */
		int fd = open(path, O_WRONLY | O_CLOEXEC);
		if (fd < 0)
			return false;
		bool ok = write_all(fd, s, n);
		return close(fd) == 0 && ok;
	}
	int fd = open_beside(path, name, sizeof name);
	if (fd < 0)
		return false;
	bool ok = write_all(fd, s, n);
	ok = close(fd) == 0 && ok;
	ok = ok && rename(name, path) == 0;
	if (!ok) {
		int why = errno;
		unlink(name);
		errno = why;
	}
	return ok;
}

bool
file_write_below(char *path, const char *s, size_t n)
{
	for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
		*slash = '/';
		if (!made)
			return false;
	}
	return file_write(path, s, n);
}
