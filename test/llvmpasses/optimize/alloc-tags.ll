; RUN: %lateroot opt --profile=%S/../lowering/Inputs/tag-inside.profile --passes=AllocOpt -S %s | FileCheck --check-prefixes=IN,ANY %s
; RUN: %lateroot opt --profile=%S/../lowering/Inputs/tag-none.profile --passes=AllocOpt -S %s | FileCheck --check-prefixes=NONE,ANY %s
; An object that has its tag at byte 8, and whose tag is read, has to be made. The types of new objects are known
; wherever the tag is.

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@type = internal constant %struct.lr_type { ptr null, i32 0, i32 24, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)

; ANY-LABEL: define i64 @apart(
; ANY-NOT: gc_alloc_obj
; ANY: ret i64
define i64 @apart(i64 %x) {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %f = getelementptr i8, ptr addrspace(11) %a, i64 16
  store i64 %x, ptr addrspace(11) %f
  %r = load i64, ptr addrspace(11) %f
  ret i64 %r
}

; ANY-LABEL: define i64 @tag(
; IN: gc_alloc_obj
; NONE-NOT: gc_alloc_obj
; ANY: ret i64
define i64 @tag() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %f = getelementptr i8, ptr addrspace(11) %a, i64 12
  %r = load i32, ptr addrspace(11) %f
  %z = zext i32 %r to i64
  ret i64 %z
}

; ANY-LABEL: define i64 @computed(
; IN: gc_alloc_obj
; ANY: ret i64
define i64 @computed(i64 %i) {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memset.p11.i64(ptr addrspace(11) %a, i8 0, i64 8, i1 false)
  %f = getelementptr i64, ptr addrspace(11) %a, i64 %i
  %r = load i64, ptr addrspace(11) %f
  ret i64 %r
}

; ANY-LABEL: define ptr addrspace(10) @typeof(
; ANY: ret ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))
define ptr addrspace(10) @typeof() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  ret ptr addrspace(10) %t
}
