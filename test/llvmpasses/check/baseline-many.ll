; A function with more findings than are listed is not known, whatever the baseline lists.
; RUN: %exits 1 %lateroot check --write-baseline=%t.json %s | FileCheck %s
; CHECK: unknown: the function may have more findings than are listed [more/1]
; CHECK-NEXT: in function 'f'
; RUN: not grep more %t.json
; RUN: %exits 3 %lateroot check --baseline=%t.json %s | FileCheck %s --check-prefix=KNOWN
; KNOWN: unknown; functions: 1 with holes; 16 findings are known

; Another version of baselines, and two formats at once.
; RUN: sed 's/"version": 1/"version": 99/' %t.json >%t.99.json
; RUN: %exits 1 %lateroot check --baseline=%t.99.json %s 2>&1 | FileCheck %s --check-prefix=VERSION
; VERSION: a baseline of another version; 1 is read
; RUN: %exits 2 %lateroot check --json --sarif %s 2>&1 | FileCheck %s --check-prefix=FORMATS
; FORMATS: --json and --sarif exclude each other
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
define void @f() {
 %pg = call ptr @julia.get_pgcstack()
  %fr = call ptr @julia.new_gc_frame(i32 1)
 call void @julia.push_gc_frame(ptr %fr, i32 1)
 %x0 = call ptr addrspace(10) @make()
 %x1 = call ptr addrspace(10) @make()
 %x2 = call ptr addrspace(10) @make()
 %x3 = call ptr addrspace(10) @make()
 %x4 = call ptr addrspace(10) @make()
 %x5 = call ptr addrspace(10) @make()
 %x6 = call ptr addrspace(10) @make()
 %x7 = call ptr addrspace(10) @make()
 %x8 = call ptr addrspace(10) @make()
 %x9 = call ptr addrspace(10) @make()
 %x10 = call ptr addrspace(10) @make()
 %x11 = call ptr addrspace(10) @make()
 %x12 = call ptr addrspace(10) @make()
 %x13 = call ptr addrspace(10) @make()
 %x14 = call ptr addrspace(10) @make()
 %x15 = call ptr addrspace(10) @make()
 %x16 = call ptr addrspace(10) @make()
 %x17 = call ptr addrspace(10) @make()
 %x18 = call ptr addrspace(10) @make()
 %x19 = call ptr addrspace(10) @make()
 call void @use(ptr addrspace(10) %x0)
 call void @use(ptr addrspace(10) %x1)
 call void @use(ptr addrspace(10) %x2)
 call void @use(ptr addrspace(10) %x3)
 call void @use(ptr addrspace(10) %x4)
 call void @use(ptr addrspace(10) %x5)
 call void @use(ptr addrspace(10) %x6)
 call void @use(ptr addrspace(10) %x7)
 call void @use(ptr addrspace(10) %x8)
 call void @use(ptr addrspace(10) %x9)
 call void @use(ptr addrspace(10) %x10)
 call void @use(ptr addrspace(10) %x11)
 call void @use(ptr addrspace(10) %x12)
 call void @use(ptr addrspace(10) %x13)
 call void @use(ptr addrspace(10) %x14)
 call void @use(ptr addrspace(10) %x15)
 call void @use(ptr addrspace(10) %x16)
 call void @use(ptr addrspace(10) %x17)
 call void @use(ptr addrspace(10) %x18)
 call void @use(ptr addrspace(10) %x19)
 call void @julia.pop_gc_frame(ptr %fr)
 ret void
}
declare ptr @julia.new_gc_frame(i32)
declare void @julia.pop_gc_frame(ptr)
declare void @julia.push_gc_frame(ptr,i32)
