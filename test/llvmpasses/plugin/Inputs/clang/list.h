#pragma once
#include <lateroot/dialect.h>
#include <lateroot/dialect.h>
struct node { struct node TRACKED *next; long value; };
typedef struct node TRACKED *noderef;
#ifdef __cplusplus
extern "C" {
#endif
noderef push(noderef list, long value);
long sum(noderef list);
#ifdef __cplusplus
}
#endif
