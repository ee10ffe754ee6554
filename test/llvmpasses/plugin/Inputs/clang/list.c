#include "list.h"
TYPE(node_type, struct node, FIELD(struct node, next));
noderef push(noderef list, long value)
{
	GC_FUNCTION;
	noderef n = NEW(struct node, node_type);
	AT(n)->next = list;
	AT(n)->value = value;
	return n;
}
long sum(noderef list)
{
	long s = 0;
	for (; list; list = AT(list)->next) s += AT(list)->value;
	return s;
}
