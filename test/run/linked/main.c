/* SPDX-License-Identifier: MIT */
/* Calls outer(n) of the program, or, given a file, of that shared object: loaded, used and unloaded, twice. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef LINKED
int64_t outer(int64_t);
#endif

int
main(int argc, char **argv)
{
	for (int i = 0; i < 2; i++) {
#ifdef LINKED
		(void)argc, (void)argv;
		printf("%lld\n", (long long)outer(60));
#else
		void *image = dlopen(argv[argc - 1], RTLD_NOW), *address = image ? dlsym(image, "outer") : NULL;
		int64_t (*outer)(int64_t);
		if (address == NULL) {
			puts(dlerror());
			return 1;
		}
		memcpy(&outer, &address, sizeof outer);
		printf("%lld\n", (long long)outer(60));
		dlclose(image);
#endif
	}
	return 0;
}
