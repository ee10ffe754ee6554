; RUN: %lateroot opt --profile=%S/Inputs/tag-none.profile --check -S %s | FileCheck --check-prefixes=NONE,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/tag-at.profile --check -S %s | FileCheck --check-prefixes=AT,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/tag-inside.profile --check -S %s | FileCheck --check-prefixes=IN,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/tag-entry.profile --check -S %s | FileCheck --check-prefixes=ENTRY,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/tag-none.profile --abi=statepoint --check -S %s | FileCheck --check-prefix=POINT %s
; RUN: %lateroot opt --profile=%S/Inputs/tag-none.profile --reload --check --passes="default<O1>" -S %s -o /dev/null
; Where the tag of an object is, and who stores and reads it.

@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @collects()
declare void @use(ptr addrspace(10))

; 24 bytes and a header: none of its own, of three words, none in front, of one word. The classes are 16, 32, 48, ...
; ANY-LABEL: define ptr @small(
; NONE-NOT: run_empty
; NONE: call {{.*}} @my_small(ptr %{{.*}}, i32 1, i32 32, i64 ptrtoint (ptr @type to i64))
; NONE-NOT: store
; AT: icmp eq ptr %next, %end
; AT: getelementptr i8, ptr %next, i64 -24
; AT: store atomic ptr
; AT: call {{.*}} @my_small(ptr %{{.*}}, i32 2, i32 48, i64 ptrtoint (ptr @type to i64))
; AT-NEXT: getelementptr i8, ptr %o, i64 -24
; AT-NEXT: store atomic ptr
; IN: getelementptr i8, ptr %next, i64 8
; IN: store atomic ptr
; IN: call {{.*}} @my_small(ptr %{{.*}}, i32 1, i32 32, i64 ptrtoint (ptr @type to i64))
; IN-NEXT: getelementptr i8, ptr %o, i64 8
; IN-NEXT: store atomic ptr
; An object that code takes itself gets its tag from code.
; ENTRY: getelementptr i8, ptr %next, i64 -8
; ENTRY: store atomic ptr
; ENTRY: call {{.*}} @lr_gc_small_alloc(ptr %{{.*}}, i32 1, i32 32, i64 ptrtoint (ptr @type to i64))
; ENTRY-NOT: store
; ANY: ret ptr
define ptr addrspace(10) @small() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %o
}

; ANY-LABEL: define ptr @big(
; NONE: call {{.*}} @my_big(ptr %{{.*}}, i64 10000, i64
; AT: call {{.*}} @my_big(ptr %{{.*}}, i64 10024, i64
; IN: call {{.*}} @my_big(ptr %{{.*}}, i64 10000, i64
; ENTRY: call {{.*}} @lr_gc_big_alloc(ptr %{{.*}}, i64 10008, i64
; ENTRY-NOT: store
; ANY: ret ptr
define ptr addrspace(10) @big() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 10000, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %o
}

; What type_of gives is no object that needs a root, and it collects nothing.
; ANY-LABEL: define ptr @typeof(
; NONE-NOT: gcframe
; NONE: %type = call ptr @my_type_of(ptr %a) #[[LEAF:[0-9]+]]
; NONE-NEXT: call void @collects()
; NONE-NEXT: ret ptr %type
; AT: getelementptr i8, ptr %a, i64 -24
; AT-NEXT: load atomic volatile i64
; IN: getelementptr i8, ptr %a, i64 8
; IN-NEXT: load atomic volatile i64
; POINT-LABEL: define ptr @typeof(
; POINT: %type = call ptr @my_type_of(ptr %a) #[[LEAF:[0-9]+]]
; POINT: gc.statepoint{{.*}} @collects
define ptr addrspace(10) @typeof(ptr addrspace(10) %a) {
  %g = call ptr @julia.get_pgcstack()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  call void @collects()
  ret ptr addrspace(10) %t
}

; ANY-LABEL: define void @barrier(
; AT: getelementptr i8, ptr %p, i64 -24
; AT: %parent_tag = load
; AT: getelementptr i8, ptr %{{.*}}, i64 -24
; AT: %child_tag = load
; AT: call void @my_queue(
; IN: getelementptr i8, ptr %p, i64 8
; IN: %parent_tag = load
define void @barrier(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}
; NONE: declare ptr @my_type_of(ptr) #[[DECLARED:[0-9]+]]
; NONE-DAG: attributes #[[DECLARED]] = { nounwind "gc-leaf-function" }
; NONE-DAG: attributes #[[LEAF]] = { "gc-leaf-function" }
; POINT: attributes #[[LEAF]] = { "gc-leaf-function" }
