; lateroot check as a module pass: CheckGCRoots with parameters.
; RUN: not %lateroot opt --passes='CheckGCRoots<julia>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %lateroot opt --passes='CheckGCRoots<julia-1.13;warn>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=WARN
; RUN: %lateroot opt --passes='CheckGCRoots<warn;unknown>,RemoveNI' --disable-output %s 2>&1 | FileCheck %s --check-prefix=WARN
; RUN: not %lateroot opt --passes='CheckGCRoots<lateroot;error;unknown>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: %lateroot opt --passes='CheckGCRoots<warn;no-unknown>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=NOTE
; RUN: %lateroot opt --passes='CheckGCRoots<warn;kind=statepoints>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=KIND

; ERROR: lines.c:7:3: error: at the call of use, %x is needed and sits in no root slot; used at lines.c:8:3 [root]
; ERROR: in function 'hole'
; ERROR: warning: not proved: the address of the frame is given to a call [linked-frame]
; WARN: lines.c:7:3: warning: at the call of use, %x is needed and sits in no root slot; used at lines.c:8:3 [root]
; WARN: warning: not proved: the address of the frame is given to a call [linked-frame]
; UNKNOWN: error: at the call of use, %x is needed
; UNKNOWN: error: not proved: the address of the frame is given to a call [linked-frame]
; NOTE: warning: at the call of use, %x is needed
; NOTE: note: not proved: the address of the frame is given to a call [linked-frame]
; KIND: warning: not proved: the function is of another kind than was asked for [kind]

; The function pass of the same name has no parameters, and stands among function passes.
; RUN: not %lateroot opt --passes='function(CheckGCRoots)' --disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAIN
; RUN: not %lateroot opt --passes='function(CheckGCRoots<julia>)' --disable-output %s 2>&1 | FileCheck %s --check-prefix=PLACE
; PLAIN: error: root check: at the call of use, %x is needed
; PLACE: error: 'CheckGCRoots' is a module pass and cannot stand inside 'function(...)'

; RUN: not %lateroot opt --passes='CheckGCRoots<nowhere>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=NOWHERE
; RUN: not %lateroot opt --passes='CheckGCRoots<lateroot;julia>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: not %lateroot opt --passes='CheckGCRoots<kind=none>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=NOKIND
; RUN: not %lateroot opt --passes='CheckGCRoots<>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not %lateroot opt --passes='CheckGCRoots<warn;;error>' --disable-output %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; NOWHERE: error: profile 'nowhere' is neither built in
; TWO: error: a check has one profile, not 'lateroot' and 'julia'
; NOKIND: error: no such kind of check: 'kind=none'
; EMPTY: error: CheckGCRoots takes PROFILE;error;warn;unknown;kind=KIND, not

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @look(ptr)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

define void @hole() !dbg !4 {
  %pgcstack = call ptr @julia.get_pgcstack()
  %frame = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make(), !dbg !8
  call void @use(ptr addrspace(10) null), !dbg !9
  call void @use(ptr addrspace(10) %x), !dbg !10
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @unknown() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  call void @look(ptr %gcframe)
  %x = call ptr addrspace(10) @make()
  store ptr %head, ptr %pgcstack
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "lines.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "hole", file: !2, line: 5, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 6, column: 11, scope: !4)
!9 = !DILocation(line: 7, column: 3, scope: !4)
!10 = !DILocation(line: 8, column: 3, scope: !4)
