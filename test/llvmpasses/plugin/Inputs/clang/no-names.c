#include "no-names.h"
