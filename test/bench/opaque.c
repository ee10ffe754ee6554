/* SPDX-License-Identifier: MIT */
/* opaque.c -- what the measured programs call and no compiler can see through: compiled on its own. */
extern long opaque_calls;
long opaque_calls;

void
opaque(void)
{
	opaque_calls++;
}

void
opaque_use(const void *object)
{
	__asm__ volatile("" : : "r"(object));
}
