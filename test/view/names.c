/* SPDX-License-Identifier: MIT */
/* names.c -- the source of names.ll: what the page shows beside the code. */
object
pair(object first)
{
	object second = make();
	keep(first);
	return join(first, second);
}
