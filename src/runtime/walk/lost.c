/* SPDX-License-Identifier: MIT */
/* lost.c -- looks on all stacks for frames that no anchor leads to.
**
** A compiled function links no anchor around a call whose callee is said to be compiled too ("lateroot-walked"), or
** never to collect ("gc-leaf-function").  If that is wrong, the walk ends at the callee, and goes on at an older
** anchor: nothing tells it what lies in between.  Call frame information does. */
#include "runtime/walk/lost.h"

#include <stdio.h>

#include "runtime/os/os.h"
#include "runtime/walk/walk_verify.h"

static bool
find(struct verify_here here, struct verify_lost *lost)
{
	for (struct thread *t = world.threads; t != NULL; t = t->next) {
		if (verify_find_lost((const struct task *)(const void *)t->pub.current_task, here, lost)
			|| (t->pub.current_task != &t->root.pub && verify_find_lost(&t->root, here, lost)))
			return true;
		for (const struct task *k = t->tasks; k != NULL; k = k->next)
			if (t->pub.current_task != &k->pub && verify_find_lost(k, here, lost))
				return true;
	}
	return false;
}

/* Writes where a return address is: the function, or the file. */
static const char *
place(uintptr_t pc, char *text, size_t size)
{
	struct os_symbol s;

	if (!os_find_symbol((const void *)(pc - 1), &s))
		snprintf(text, size, "%p", (void *)pc);
	else if (s.name != NULL)
		snprintf(text, size, "%s+0x%zx", s.name, s.offset + 1);
	else
		snprintf(text, size, "%s+0x%zx", s.file, s.file_offset + 1);
	return text;
}

bool
lost_find(char *text, size_t size)
{
	struct verify_lost lost;
	char frame[160], callee[160];

	if (!find(VERIFY_HERE(), &lost))
		return false;
	snprintf(text, size,
		"the roots of the frame at %s are lost: it has called code without a table, at %s, and has linked no "
		"anchor; is the mark \"lateroot-walked\" (or \"gc-leaf-function\") of that call or callee wrong?",
		place(lost.pc, frame, sizeof frame), place(lost.called, callee, sizeof callee));
	return true;
}
