;; bad-import.scm:2: the library has no export cdrr
(import (only (scheme base) car cdrr))
