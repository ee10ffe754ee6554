#include <lateroot/dialect.h>
struct box { long v; };
typedef struct box TRACKED *box;
struct value { long n; box r; };
extern box shared;
extern _Thread_local struct value mine;
box mk(long v);
long churn(void);
void keep(long v);
long kept(void);
