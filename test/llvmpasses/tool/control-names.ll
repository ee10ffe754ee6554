; Names with control characters are data: on a terminal they come out as LLVM writes them, in each form of the root map.
; RUN: %lateroot opt -d NLCP --disable-output %s 2>&1 | FileCheck %s --match-full-lines
; RUN: sh -c "%lateroot opt -d NLCP --stats --disable-output %s 2>&1; %lateroot opt -pass-remarks=lateroot %s -o /dev/null \
; RUN:   2>&1" > %t && not grep -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' %t
; CHECK: @f\1B[2J\0D\7F\C2\9B{{ .*}}
; CHECK:   define %a\1B[1m#0
; CHECK: l\1B[2J:{{ .*}}
; CHECK:   safepoint 2 in l\1B[2J: %a\1B[1m#0 %b#1
; CHECK:   *  @ .   %b = call {{.*}}; 0 <- %a\1B[1m#0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
declare ptr addrspace(10) @"m\1B]0;x\07ake"()
declare void @take(ptr addrspace(10))
declare ptr @julia.get_pgcstack()

define void @"f\1B[2J\0D\7F\C2\9B"(ptr addrspace(10) %"x\1B[1m") {
  %t = call ptr @julia.get_pgcstack()
  %"a\1B[1m" = call ptr addrspace(10) @"m\1B]0;x\07ake"()
  %b = call ptr addrspace(10) @"m\1B]0;x\07ake"()
  br label %"l\1B[2J"

"l\1B[2J":
  call void @take(ptr addrspace(10) %b)
  call void @take(ptr addrspace(10) %"a\1B[1m")
  ret void
}
