; Made by tools/regen-examples from calls.c: see there for what it shows.
source_filename = "calls.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %round.0, 10
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call swiftcc i64 @work(ptr "gcstack" swiftself %call, i64 10000000)
  %add = add nsw i64 %total.0, %call1
  call void @lr_gc_collect(i32 1)
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end:
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %total.0)
  ret i32 0
}

define internal swiftcc i64 @work(ptr "gcstack" swiftself %gcstack, i64 %n) noinline {
entry:
  br label %for.cond

for.cond:
  %0 = phi i64 [ 3, %entry ], [ %add21, %for.body ]
  %total.0 = phi i64 [ 0, %entry ], [ %add18, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  call void @opaque()
  %add18 = add nuw nsw i64 %total.0, 3
  %add21 = add nuw nsw i64 %0, 4
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %add23 = add nuw nsw i64 %total.0, %0
  ret i64 %add23
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare void @opaque()
