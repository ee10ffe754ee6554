/* C between compiled code and compiled code.  It is compiled without frame pointers, and makes sure that the register holds no such thing. */
#include <stdint.h>
#include <string.h>

#include <lateroot/runtime.h>

int64_t through_c(int64_t (*f)(int64_t), int64_t n);
void fill(void *room, int64_t size);

void
fill(void *room, int64_t size)
{
	if ((uintptr_t)room % 64 != 0)
		lr_gc_fatal("%p is not aligned", room);
	memset(room, 0xA5, (size_t)size);
}

int64_t
through_c(int64_t (*f)(int64_t), int64_t n)
{
	__asm__ volatile("movq $-1, %%rbp" ::: "rbp");
	lr_gc_collect(0);
	/* allocates itself: what is compiled in this file has no place in any table */
	lr_gc_alloc(64, &lr_type_bytes.type);
	__asm__ volatile("movq $12345, %%rbp" ::: "rbp");
	int64_t sum = n > 0 ? f(n) : 0;
	__asm__ volatile("movq $8, %%rbp" ::: "rbp");
	lr_gc_alloc(64, &lr_type_bytes.type);
	return sum;
}
