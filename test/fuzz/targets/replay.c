/* SPDX-License-Identifier: MIT */
/* replay.c -- runs a target over files and folders of files, without a fuzzer. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "target.h"

#pragma weak LLVMFuzzerInitialize

static size_t
replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct stat st;

	if (f == NULL || fstat(fileno(f), &st) != 0) {
		perror(path);
		exit(2);
	}
	/* no byte more than there is, for the sanitizers to see what reads on */
	const size_t size = (size_t)st.st_size;
	uint8_t *bytes = malloc(size ? size : 1);
	if (bytes == NULL || fread(bytes, 1, size, f) != size) {
		perror(path);
		exit(2);
	}
	fclose(f);
	fprintf(stderr, "%s\n", path); /* the last one shown is the one that failed */
	LLVMFuzzerTestOneInput(bytes, size);
	free(bytes);
	return 1;
}

static size_t
replay_folder(const char *path)
{
	struct dirent **list;
	size_t count = 0;
	int n = scandir(path, &list, NULL, alphasort);
	char name[4096];

	if (n < 0)
		return replay(path);
	for (int i = 0; i < n; i++) {
		if (list[i]->d_name[0] != '.') {
			snprintf(name, sizeof name, "%s/%s", path, list[i]->d_name);
			count += replay(name);
		}
		free(list[i]);
	}
	free(list);
	return count;
}

int
main(int argc, char **argv)
{
	size_t count = 0;

	if (LLVMFuzzerInitialize != NULL)
		LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc; i++)
		count += replay_folder(argv[i]);
	printf("%zu inputs\n", count);
	return count == 0;
}
