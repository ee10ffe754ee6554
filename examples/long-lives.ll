; Made by tools/regen-examples from long-lives.c: see there for what it shows.
source_filename = "long-lives.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [15 x i8] c"straight: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [15 x i8] c"ways %ld: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [13 x i8] c"rounds: %ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %call2 = call ptr addrspace(10) @make(i64 70, ptr addrspace(10) %call1)
  %call3 = call i64 @straight(ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  %call4 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %call3)
  br label %for.cond

for.cond:
  %which.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %which.0, 4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call5 = call i64 @ways(i64 %which.0, ptr addrspace(10) %call2)
  %call6 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %which.0, i64 %call5)
  %inc = add nuw nsw i64 %which.0, 1
  br label %for.cond

for.end:
  %call7 = call i64 @rounds(ptr addrspace(10) %call2)
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call7)
  ret i32 0
}

define internal ptr addrspace(10) @make(i64 %value, ptr addrspace(10) %other) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %value2 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %value, ptr addrspace(11) %value2, align 8
  store ptr addrspace(10) %other, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

define internal i64 @straight(ptr addrspace(10) %given, ptr addrspace(10) %also) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 10, ptr addrspace(10) %given)
  %call2 = call ptr addrspace(10) @make(i64 20, ptr addrspace(10) null)
  %call3 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %0 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %value, align 8
  %call4 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %2 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  %value5 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = load i64, ptr addrspace(11) %value5, align 8
  %add6 = add nsw i64 %1, %3
  %call7 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %4 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  %value8 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %5 = load i64, ptr addrspace(11) %value8, align 8
  %add9 = add nsw i64 %add6, %5
  %call10 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %6 = addrspacecast ptr addrspace(10) %call10 to ptr addrspace(11)
  %value11 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  %7 = load i64, ptr addrspace(11) %value11, align 8
  %add12 = add nsw i64 %add9, %7
  %call13 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %8 = addrspacecast ptr addrspace(10) %call13 to ptr addrspace(11)
  %value14 = getelementptr inbounds i8, ptr addrspace(11) %8, i64 8
  %9 = load i64, ptr addrspace(11) %value14, align 8
  %add15 = add nsw i64 %add12, %9
  %call16 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %10 = addrspacecast ptr addrspace(10) %call16 to ptr addrspace(11)
  %value17 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 8
  %11 = load i64, ptr addrspace(11) %value17, align 8
  %add18 = add nsw i64 %add15, %11
  %call19 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %12 = addrspacecast ptr addrspace(10) %call19 to ptr addrspace(11)
  %value20 = getelementptr inbounds i8, ptr addrspace(11) %12, i64 8
  %13 = load i64, ptr addrspace(11) %value20, align 8
  %add21 = add nsw i64 %add18, %13
  %call22 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %14 = addrspacecast ptr addrspace(10) %call22 to ptr addrspace(11)
  %value23 = getelementptr inbounds i8, ptr addrspace(11) %14, i64 8
  %15 = load i64, ptr addrspace(11) %value23, align 8
  %add24 = add nsw i64 %add21, %15
  %call26 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %16 = addrspacecast ptr addrspace(10) %call26 to ptr addrspace(11)
  %value27 = getelementptr inbounds i8, ptr addrspace(11) %16, i64 8
  %17 = load i64, ptr addrspace(11) %value27, align 8
  %add28 = add nsw i64 %add24, %17
  %call29 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %18 = addrspacecast ptr addrspace(10) %call29 to ptr addrspace(11)
  %value30 = getelementptr inbounds i8, ptr addrspace(11) %18, i64 8
  %19 = load i64, ptr addrspace(11) %value30, align 8
  %add31 = add nsw i64 %add28, %19
  %call32 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %20 = addrspacecast ptr addrspace(10) %call32 to ptr addrspace(11)
  %value33 = getelementptr inbounds i8, ptr addrspace(11) %20, i64 8
  %21 = load i64, ptr addrspace(11) %value33, align 8
  %add34 = add nsw i64 %add31, %21
  %call35 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %22 = addrspacecast ptr addrspace(10) %call35 to ptr addrspace(11)
  %value36 = getelementptr inbounds i8, ptr addrspace(11) %22, i64 8
  %23 = load i64, ptr addrspace(11) %value36, align 8
  %add37 = add nsw i64 %add34, %23
  %call38 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %24 = addrspacecast ptr addrspace(10) %call38 to ptr addrspace(11)
  %value39 = getelementptr inbounds i8, ptr addrspace(11) %24, i64 8
  %25 = load i64, ptr addrspace(11) %value39, align 8
  %add40 = add nsw i64 %add37, %25
  %call41 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %26 = addrspacecast ptr addrspace(10) %call41 to ptr addrspace(11)
  %value42 = getelementptr inbounds i8, ptr addrspace(11) %26, i64 8
  %27 = load i64, ptr addrspace(11) %value42, align 8
  %add43 = add nsw i64 %add40, %27
  %call44 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %28 = addrspacecast ptr addrspace(10) %call44 to ptr addrspace(11)
  %value45 = getelementptr inbounds i8, ptr addrspace(11) %28, i64 8
  %29 = load i64, ptr addrspace(11) %value45, align 8
  %add46 = add nsw i64 %add43, %29
  %call47 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %30 = addrspacecast ptr addrspace(10) %call47 to ptr addrspace(11)
  %value48 = getelementptr inbounds i8, ptr addrspace(11) %30, i64 8
  %31 = load i64, ptr addrspace(11) %value48, align 8
  %add49 = add nsw i64 %add46, %31
  %call53 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %32 = addrspacecast ptr addrspace(10) %call53 to ptr addrspace(11)
  %value54 = getelementptr inbounds i8, ptr addrspace(11) %32, i64 8
  %33 = load i64, ptr addrspace(11) %value54, align 8
  %add55 = add nsw i64 %add49, %33
  %call56 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %34 = addrspacecast ptr addrspace(10) %call56 to ptr addrspace(11)
  %value57 = getelementptr inbounds i8, ptr addrspace(11) %34, i64 8
  %35 = load i64, ptr addrspace(11) %value57, align 8
  %add58 = add nsw i64 %add55, %35
  %call59 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %36 = addrspacecast ptr addrspace(10) %call59 to ptr addrspace(11)
  %value60 = getelementptr inbounds i8, ptr addrspace(11) %36, i64 8
  %37 = load i64, ptr addrspace(11) %value60, align 8
  %add61 = add nsw i64 %add58, %37
  %call62 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %38 = addrspacecast ptr addrspace(10) %call62 to ptr addrspace(11)
  %value63 = getelementptr inbounds i8, ptr addrspace(11) %38, i64 8
  %39 = load i64, ptr addrspace(11) %value63, align 8
  %add64 = add nsw i64 %add61, %39
  %call65 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %40 = addrspacecast ptr addrspace(10) %call65 to ptr addrspace(11)
  %value66 = getelementptr inbounds i8, ptr addrspace(11) %40, i64 8
  %41 = load i64, ptr addrspace(11) %value66, align 8
  %add67 = add nsw i64 %add64, %41
  %call68 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %42 = addrspacecast ptr addrspace(10) %call68 to ptr addrspace(11)
  %value69 = getelementptr inbounds i8, ptr addrspace(11) %42, i64 8
  %43 = load i64, ptr addrspace(11) %value69, align 8
  %add70 = add nsw i64 %add67, %43
  %call71 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %44 = addrspacecast ptr addrspace(10) %call71 to ptr addrspace(11)
  %value72 = getelementptr inbounds i8, ptr addrspace(11) %44, i64 8
  %45 = load i64, ptr addrspace(11) %value72, align 8
  %add73 = add nsw i64 %add70, %45
  %call74 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %46 = addrspacecast ptr addrspace(10) %call74 to ptr addrspace(11)
  %value75 = getelementptr inbounds i8, ptr addrspace(11) %46, i64 8
  %47 = load i64, ptr addrspace(11) %value75, align 8
  %add76 = add nsw i64 %add73, %47
  %48 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %value79 = getelementptr inbounds i8, ptr addrspace(11) %48, i64 8
  %49 = load i64, ptr addrspace(11) %value79, align 8
  %50 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %value80 = getelementptr inbounds i8, ptr addrspace(11) %50, i64 8
  %51 = load i64, ptr addrspace(11) %value80, align 8
  %add81 = add nsw i64 %49, %51
  %52 = load ptr addrspace(10), ptr addrspace(11) %48, align 8
  %53 = addrspacecast ptr addrspace(10) %52 to ptr addrspace(11)
  %value82 = getelementptr inbounds i8, ptr addrspace(11) %53, i64 8
  %54 = load i64, ptr addrspace(11) %value82, align 8
  %add83 = add nsw i64 %add81, %54
  %add84 = add nsw i64 %add76, %add83
  %call85 = call ptr addrspace(10) @make(i64 30, ptr addrspace(10) %call1)
  %call86 = call ptr addrspace(10) @make(i64 40, ptr addrspace(10) %also)
  %call88 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %55 = addrspacecast ptr addrspace(10) %call88 to ptr addrspace(11)
  %value89 = getelementptr inbounds i8, ptr addrspace(11) %55, i64 8
  %56 = load i64, ptr addrspace(11) %value89, align 8
  %add90 = add nsw i64 %add84, %56
  %call91 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %57 = addrspacecast ptr addrspace(10) %call91 to ptr addrspace(11)
  %value92 = getelementptr inbounds i8, ptr addrspace(11) %57, i64 8
  %58 = load i64, ptr addrspace(11) %value92, align 8
  %add93 = add nsw i64 %add90, %58
  %call94 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %59 = addrspacecast ptr addrspace(10) %call94 to ptr addrspace(11)
  %value95 = getelementptr inbounds i8, ptr addrspace(11) %59, i64 8
  %60 = load i64, ptr addrspace(11) %value95, align 8
  %add96 = add nsw i64 %add93, %60
  %call97 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %61 = addrspacecast ptr addrspace(10) %call97 to ptr addrspace(11)
  %value98 = getelementptr inbounds i8, ptr addrspace(11) %61, i64 8
  %62 = load i64, ptr addrspace(11) %value98, align 8
  %add99 = add nsw i64 %add96, %62
  %call100 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %63 = addrspacecast ptr addrspace(10) %call100 to ptr addrspace(11)
  %value101 = getelementptr inbounds i8, ptr addrspace(11) %63, i64 8
  %64 = load i64, ptr addrspace(11) %value101, align 8
  %add102 = add nsw i64 %add99, %64
  %call103 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %65 = addrspacecast ptr addrspace(10) %call103 to ptr addrspace(11)
  %value104 = getelementptr inbounds i8, ptr addrspace(11) %65, i64 8
  %66 = load i64, ptr addrspace(11) %value104, align 8
  %add105 = add nsw i64 %add102, %66
  %call106 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %67 = addrspacecast ptr addrspace(10) %call106 to ptr addrspace(11)
  %value107 = getelementptr inbounds i8, ptr addrspace(11) %67, i64 8
  %68 = load i64, ptr addrspace(11) %value107, align 8
  %add108 = add nsw i64 %add105, %68
  %call109 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %69 = addrspacecast ptr addrspace(10) %call109 to ptr addrspace(11)
  %value110 = getelementptr inbounds i8, ptr addrspace(11) %69, i64 8
  %70 = load i64, ptr addrspace(11) %value110, align 8
  %add111 = add nsw i64 %add108, %70
  %call115 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %71 = addrspacecast ptr addrspace(10) %call115 to ptr addrspace(11)
  %value116 = getelementptr inbounds i8, ptr addrspace(11) %71, i64 8
  %72 = load i64, ptr addrspace(11) %value116, align 8
  %add117 = add nsw i64 %add111, %72
  %call118 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %73 = addrspacecast ptr addrspace(10) %call118 to ptr addrspace(11)
  %value119 = getelementptr inbounds i8, ptr addrspace(11) %73, i64 8
  %74 = load i64, ptr addrspace(11) %value119, align 8
  %add120 = add nsw i64 %add117, %74
  %call121 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %75 = addrspacecast ptr addrspace(10) %call121 to ptr addrspace(11)
  %value122 = getelementptr inbounds i8, ptr addrspace(11) %75, i64 8
  %76 = load i64, ptr addrspace(11) %value122, align 8
  %add123 = add nsw i64 %add120, %76
  %call124 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %77 = addrspacecast ptr addrspace(10) %call124 to ptr addrspace(11)
  %value125 = getelementptr inbounds i8, ptr addrspace(11) %77, i64 8
  %78 = load i64, ptr addrspace(11) %value125, align 8
  %add126 = add nsw i64 %add123, %78
  %call127 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %79 = addrspacecast ptr addrspace(10) %call127 to ptr addrspace(11)
  %value128 = getelementptr inbounds i8, ptr addrspace(11) %79, i64 8
  %80 = load i64, ptr addrspace(11) %value128, align 8
  %add129 = add nsw i64 %add126, %80
  %call130 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %81 = addrspacecast ptr addrspace(10) %call130 to ptr addrspace(11)
  %value131 = getelementptr inbounds i8, ptr addrspace(11) %81, i64 8
  %82 = load i64, ptr addrspace(11) %value131, align 8
  %add132 = add nsw i64 %add129, %82
  %call133 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %83 = addrspacecast ptr addrspace(10) %call133 to ptr addrspace(11)
  %value134 = getelementptr inbounds i8, ptr addrspace(11) %83, i64 8
  %84 = load i64, ptr addrspace(11) %value134, align 8
  %add135 = add nsw i64 %add132, %84
  %call136 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %85 = addrspacecast ptr addrspace(10) %call136 to ptr addrspace(11)
  %value137 = getelementptr inbounds i8, ptr addrspace(11) %85, i64 8
  %86 = load i64, ptr addrspace(11) %value137, align 8
  %add138 = add nsw i64 %add135, %86
  %call142 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %87 = addrspacecast ptr addrspace(10) %call142 to ptr addrspace(11)
  %value143 = getelementptr inbounds i8, ptr addrspace(11) %87, i64 8
  %88 = load i64, ptr addrspace(11) %value143, align 8
  %add144 = add nsw i64 %add138, %88
  %call145 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %89 = addrspacecast ptr addrspace(10) %call145 to ptr addrspace(11)
  %value146 = getelementptr inbounds i8, ptr addrspace(11) %89, i64 8
  %90 = load i64, ptr addrspace(11) %value146, align 8
  %add147 = add nsw i64 %add144, %90
  %call148 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %91 = addrspacecast ptr addrspace(10) %call148 to ptr addrspace(11)
  %value149 = getelementptr inbounds i8, ptr addrspace(11) %91, i64 8
  %92 = load i64, ptr addrspace(11) %value149, align 8
  %add150 = add nsw i64 %add147, %92
  %call151 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %93 = addrspacecast ptr addrspace(10) %call151 to ptr addrspace(11)
  %value152 = getelementptr inbounds i8, ptr addrspace(11) %93, i64 8
  %94 = load i64, ptr addrspace(11) %value152, align 8
  %add153 = add nsw i64 %add150, %94
  %call154 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %95 = addrspacecast ptr addrspace(10) %call154 to ptr addrspace(11)
  %value155 = getelementptr inbounds i8, ptr addrspace(11) %95, i64 8
  %96 = load i64, ptr addrspace(11) %value155, align 8
  %add156 = add nsw i64 %add153, %96
  %call157 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %97 = addrspacecast ptr addrspace(10) %call157 to ptr addrspace(11)
  %value158 = getelementptr inbounds i8, ptr addrspace(11) %97, i64 8
  %98 = load i64, ptr addrspace(11) %value158, align 8
  %add159 = add nsw i64 %add156, %98
  %call160 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %99 = addrspacecast ptr addrspace(10) %call160 to ptr addrspace(11)
  %value161 = getelementptr inbounds i8, ptr addrspace(11) %99, i64 8
  %100 = load i64, ptr addrspace(11) %value161, align 8
  %add162 = add nsw i64 %add159, %100
  %call163 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %101 = addrspacecast ptr addrspace(10) %call163 to ptr addrspace(11)
  %value164 = getelementptr inbounds i8, ptr addrspace(11) %101, i64 8
  %102 = load i64, ptr addrspace(11) %value164, align 8
  %add165 = add nsw i64 %add162, %102
  %103 = addrspacecast ptr addrspace(10) %call85 to ptr addrspace(11)
  %value168 = getelementptr inbounds i8, ptr addrspace(11) %103, i64 8
  %104 = load i64, ptr addrspace(11) %value168, align 8
  %105 = addrspacecast ptr addrspace(10) %call86 to ptr addrspace(11)
  %value169 = getelementptr inbounds i8, ptr addrspace(11) %105, i64 8
  %106 = load i64, ptr addrspace(11) %value169, align 8
  %add170 = add nsw i64 %104, %106
  %107 = load ptr addrspace(10), ptr addrspace(11) %105, align 8
  %108 = addrspacecast ptr addrspace(10) %107 to ptr addrspace(11)
  %value172 = getelementptr inbounds i8, ptr addrspace(11) %108, i64 8
  %109 = load i64, ptr addrspace(11) %value172, align 8
  %add173 = add nsw i64 %add170, %109
  %add174 = add nsw i64 %add165, %add173
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %call85, ptr addrspace(10) %call86)
  store ptr addrspace(10) %call86, ptr addrspace(11) %103, align 8
  %110 = load i64, ptr addrspace(11) %value169, align 8
  %add181 = add nsw i64 %add174, %110
  %111 = addrspacecast ptr addrspace(10) %given to ptr addrspace(11)
  %value182 = getelementptr inbounds i8, ptr addrspace(11) %111, i64 8
  %112 = load i64, ptr addrspace(11) %value182, align 8
  %add183 = add nsw i64 %add181, %112
  ret i64 %add183
}

define internal i64 @ways(i64 %which, ptr addrspace(10) %given) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 %which, ptr addrspace(10) %given)
  %sub = sub nsw i64 0, %which
  %call2 = call ptr addrspace(10) @make(i64 %sub, ptr addrspace(10) null)
  %call3 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %0 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %value, align 8
  %call4 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %2 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  %value5 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = load i64, ptr addrspace(11) %value5, align 8
  %add6 = add nsw i64 %1, %3
  %call7 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %4 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  %value8 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %5 = load i64, ptr addrspace(11) %value8, align 8
  %add9 = add nsw i64 %add6, %5
  %call10 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %6 = addrspacecast ptr addrspace(10) %call10 to ptr addrspace(11)
  %value11 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  %7 = load i64, ptr addrspace(11) %value11, align 8
  %add12 = add nsw i64 %add9, %7
  %call13 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %8 = addrspacecast ptr addrspace(10) %call13 to ptr addrspace(11)
  %value14 = getelementptr inbounds i8, ptr addrspace(11) %8, i64 8
  %9 = load i64, ptr addrspace(11) %value14, align 8
  %add15 = add nsw i64 %add12, %9
  %call16 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %10 = addrspacecast ptr addrspace(10) %call16 to ptr addrspace(11)
  %value17 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 8
  %11 = load i64, ptr addrspace(11) %value17, align 8
  %add18 = add nsw i64 %add15, %11
  %call19 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %12 = addrspacecast ptr addrspace(10) %call19 to ptr addrspace(11)
  %value20 = getelementptr inbounds i8, ptr addrspace(11) %12, i64 8
  %13 = load i64, ptr addrspace(11) %value20, align 8
  %add21 = add nsw i64 %add18, %13
  %call22 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %14 = addrspacecast ptr addrspace(10) %call22 to ptr addrspace(11)
  %value23 = getelementptr inbounds i8, ptr addrspace(11) %14, i64 8
  %15 = load i64, ptr addrspace(11) %value23, align 8
  %add24 = add nsw i64 %add21, %15
  %call26 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %16 = addrspacecast ptr addrspace(10) %call26 to ptr addrspace(11)
  %value27 = getelementptr inbounds i8, ptr addrspace(11) %16, i64 8
  %17 = load i64, ptr addrspace(11) %value27, align 8
  %add28 = add nsw i64 %add24, %17
  %call29 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %18 = addrspacecast ptr addrspace(10) %call29 to ptr addrspace(11)
  %value30 = getelementptr inbounds i8, ptr addrspace(11) %18, i64 8
  %19 = load i64, ptr addrspace(11) %value30, align 8
  %add31 = add nsw i64 %add28, %19
  %call32 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %20 = addrspacecast ptr addrspace(10) %call32 to ptr addrspace(11)
  %value33 = getelementptr inbounds i8, ptr addrspace(11) %20, i64 8
  %21 = load i64, ptr addrspace(11) %value33, align 8
  %add34 = add nsw i64 %add31, %21
  %call35 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %22 = addrspacecast ptr addrspace(10) %call35 to ptr addrspace(11)
  %value36 = getelementptr inbounds i8, ptr addrspace(11) %22, i64 8
  %23 = load i64, ptr addrspace(11) %value36, align 8
  %add37 = add nsw i64 %add34, %23
  %call38 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %24 = addrspacecast ptr addrspace(10) %call38 to ptr addrspace(11)
  %value39 = getelementptr inbounds i8, ptr addrspace(11) %24, i64 8
  %25 = load i64, ptr addrspace(11) %value39, align 8
  %add40 = add nsw i64 %add37, %25
  %call41 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %26 = addrspacecast ptr addrspace(10) %call41 to ptr addrspace(11)
  %value42 = getelementptr inbounds i8, ptr addrspace(11) %26, i64 8
  %27 = load i64, ptr addrspace(11) %value42, align 8
  %add43 = add nsw i64 %add40, %27
  %call44 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %28 = addrspacecast ptr addrspace(10) %call44 to ptr addrspace(11)
  %value45 = getelementptr inbounds i8, ptr addrspace(11) %28, i64 8
  %29 = load i64, ptr addrspace(11) %value45, align 8
  %add46 = add nsw i64 %add43, %29
  %call47 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %30 = addrspacecast ptr addrspace(10) %call47 to ptr addrspace(11)
  %value48 = getelementptr inbounds i8, ptr addrspace(11) %30, i64 8
  %31 = load i64, ptr addrspace(11) %value48, align 8
  %add49 = add nsw i64 %add46, %31
  %rem = srem i64 %which, 3
  switch i64 %rem, label %if.else58 [
    i64 0, label %if.then
    i64 1, label %do.body61
  ]

if.then:
  %call52 = call ptr addrspace(10) @make(i64 9, ptr addrspace(10) null)
  %32 = addrspacecast ptr addrspace(10) %call52 to ptr addrspace(11)
  %value53 = getelementptr inbounds i8, ptr addrspace(11) %32, i64 8
  %33 = load i64, ptr addrspace(11) %value53, align 8
  %add54 = add nsw i64 %add49, %33
  br label %do.body61

if.else58:
  %call59 = call ptr addrspace(10) @make(i64 100, ptr addrspace(10) %call1)
  br label %do.body61

do.body61:
  %sum.0 = phi i64 [ %add54, %if.then ], [ %add49, %entry ], [ %add49, %if.else58 ]
  %chosen.1 = phi ptr addrspace(10) [ %call1, %if.then ], [ %call2, %entry ], [ %call59, %if.else58 ]
  %call62 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %34 = addrspacecast ptr addrspace(10) %call62 to ptr addrspace(11)
  %value63 = getelementptr inbounds i8, ptr addrspace(11) %34, i64 8
  %35 = load i64, ptr addrspace(11) %value63, align 8
  %call65 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %36 = addrspacecast ptr addrspace(10) %call65 to ptr addrspace(11)
  %value66 = getelementptr inbounds i8, ptr addrspace(11) %36, i64 8
  %37 = load i64, ptr addrspace(11) %value66, align 8
  %call68 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %38 = addrspacecast ptr addrspace(10) %call68 to ptr addrspace(11)
  %value69 = getelementptr inbounds i8, ptr addrspace(11) %38, i64 8
  %39 = load i64, ptr addrspace(11) %value69, align 8
  %call71 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %40 = addrspacecast ptr addrspace(10) %call71 to ptr addrspace(11)
  %value72 = getelementptr inbounds i8, ptr addrspace(11) %40, i64 8
  %41 = load i64, ptr addrspace(11) %value72, align 8
  %call74 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %42 = addrspacecast ptr addrspace(10) %call74 to ptr addrspace(11)
  %value75 = getelementptr inbounds i8, ptr addrspace(11) %42, i64 8
  %43 = load i64, ptr addrspace(11) %value75, align 8
  %call77 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %44 = addrspacecast ptr addrspace(10) %call77 to ptr addrspace(11)
  %value78 = getelementptr inbounds i8, ptr addrspace(11) %44, i64 8
  %45 = load i64, ptr addrspace(11) %value78, align 8
  %call80 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %46 = addrspacecast ptr addrspace(10) %call80 to ptr addrspace(11)
  %value81 = getelementptr inbounds i8, ptr addrspace(11) %46, i64 8
  %47 = load i64, ptr addrspace(11) %value81, align 8
  %call83 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %48 = addrspacecast ptr addrspace(10) %call83 to ptr addrspace(11)
  %value84 = getelementptr inbounds i8, ptr addrspace(11) %48, i64 8
  %49 = load i64, ptr addrspace(11) %value84, align 8
  %call89 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %50 = addrspacecast ptr addrspace(10) %call89 to ptr addrspace(11)
  %value90 = getelementptr inbounds i8, ptr addrspace(11) %50, i64 8
  %51 = load i64, ptr addrspace(11) %value90, align 8
  %call92 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %52 = addrspacecast ptr addrspace(10) %call92 to ptr addrspace(11)
  %value93 = getelementptr inbounds i8, ptr addrspace(11) %52, i64 8
  %53 = load i64, ptr addrspace(11) %value93, align 8
  %call95 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %54 = addrspacecast ptr addrspace(10) %call95 to ptr addrspace(11)
  %value96 = getelementptr inbounds i8, ptr addrspace(11) %54, i64 8
  %55 = load i64, ptr addrspace(11) %value96, align 8
  %call98 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %56 = addrspacecast ptr addrspace(10) %call98 to ptr addrspace(11)
  %value99 = getelementptr inbounds i8, ptr addrspace(11) %56, i64 8
  %57 = load i64, ptr addrspace(11) %value99, align 8
  %call101 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %58 = addrspacecast ptr addrspace(10) %call101 to ptr addrspace(11)
  %value102 = getelementptr inbounds i8, ptr addrspace(11) %58, i64 8
  %59 = load i64, ptr addrspace(11) %value102, align 8
  %call104 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %60 = addrspacecast ptr addrspace(10) %call104 to ptr addrspace(11)
  %value105 = getelementptr inbounds i8, ptr addrspace(11) %60, i64 8
  %61 = load i64, ptr addrspace(11) %value105, align 8
  %call107 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %62 = addrspacecast ptr addrspace(10) %call107 to ptr addrspace(11)
  %value108 = getelementptr inbounds i8, ptr addrspace(11) %62, i64 8
  %63 = load i64, ptr addrspace(11) %value108, align 8
  %call110 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %64 = addrspacecast ptr addrspace(10) %call110 to ptr addrspace(11)
  %value111 = getelementptr inbounds i8, ptr addrspace(11) %64, i64 8
  %65 = load i64, ptr addrspace(11) %value111, align 8
  %call116 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %66 = addrspacecast ptr addrspace(10) %call116 to ptr addrspace(11)
  %value117 = getelementptr inbounds i8, ptr addrspace(11) %66, i64 8
  %67 = load i64, ptr addrspace(11) %value117, align 8
  %call119 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %68 = addrspacecast ptr addrspace(10) %call119 to ptr addrspace(11)
  %value120 = getelementptr inbounds i8, ptr addrspace(11) %68, i64 8
  %69 = load i64, ptr addrspace(11) %value120, align 8
  %call122 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %70 = addrspacecast ptr addrspace(10) %call122 to ptr addrspace(11)
  %value123 = getelementptr inbounds i8, ptr addrspace(11) %70, i64 8
  %71 = load i64, ptr addrspace(11) %value123, align 8
  %call125 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %72 = addrspacecast ptr addrspace(10) %call125 to ptr addrspace(11)
  %value126 = getelementptr inbounds i8, ptr addrspace(11) %72, i64 8
  %73 = load i64, ptr addrspace(11) %value126, align 8
  %call128 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %74 = addrspacecast ptr addrspace(10) %call128 to ptr addrspace(11)
  %value129 = getelementptr inbounds i8, ptr addrspace(11) %74, i64 8
  %75 = load i64, ptr addrspace(11) %value129, align 8
  %call131 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %76 = addrspacecast ptr addrspace(10) %call131 to ptr addrspace(11)
  %value132 = getelementptr inbounds i8, ptr addrspace(11) %76, i64 8
  %77 = load i64, ptr addrspace(11) %value132, align 8
  %call134 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %78 = addrspacecast ptr addrspace(10) %call134 to ptr addrspace(11)
  %value135 = getelementptr inbounds i8, ptr addrspace(11) %78, i64 8
  %79 = load i64, ptr addrspace(11) %value135, align 8
  %call137 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %80 = addrspacecast ptr addrspace(10) %call137 to ptr addrspace(11)
  %value138 = getelementptr inbounds i8, ptr addrspace(11) %80, i64 8
  %81 = load i64, ptr addrspace(11) %value138, align 8
  %82 = addrspacecast ptr addrspace(10) %chosen.1 to ptr addrspace(11)
  %value142 = getelementptr inbounds i8, ptr addrspace(11) %82, i64 8
  %83 = load i64, ptr addrspace(11) %value142, align 8
  %84 = load ptr addrspace(10), ptr addrspace(11) %82, align 8
  %cmp144.not = icmp eq ptr addrspace(10) %84, null
  br i1 %cmp144.not, label %cond.end, label %cond.true

cond.true:
  %85 = addrspacecast ptr addrspace(10) %84 to ptr addrspace(11)
  %value146 = getelementptr inbounds i8, ptr addrspace(11) %85, i64 8
  %86 = load i64, ptr addrspace(11) %value146, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %86, %cond.true ], [ 0, %do.body61 ]
  %add64 = add nsw i64 %sum.0, %35
  %add67 = add nsw i64 %add64, %37
  %add70 = add nsw i64 %add67, %39
  %add73 = add nsw i64 %add70, %41
  %add76 = add nsw i64 %add73, %43
  %add79 = add nsw i64 %add76, %45
  %add82 = add nsw i64 %add79, %47
  %add85 = add nsw i64 %add82, %49
  %add91 = add nsw i64 %add85, %51
  %add94 = add nsw i64 %add91, %53
  %add97 = add nsw i64 %add94, %55
  %add100 = add nsw i64 %add97, %57
  %add103 = add nsw i64 %add100, %59
  %add106 = add nsw i64 %add103, %61
  %add109 = add nsw i64 %add106, %63
  %add112 = add nsw i64 %add109, %65
  %add118 = add nsw i64 %add112, %67
  %add121 = add nsw i64 %add118, %69
  %add124 = add nsw i64 %add121, %71
  %add127 = add nsw i64 %add124, %73
  %add130 = add nsw i64 %add127, %75
  %add133 = add nsw i64 %add130, %77
  %add136 = add nsw i64 %add133, %79
  %add139 = add nsw i64 %add136, %81
  %add143 = add nsw i64 %add139, %83
  %add147 = add nsw i64 %add143, %cond
  ret i64 %add147
}

define internal i64 @rounds(ptr addrspace(10) %given) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 1000, ptr addrspace(10) %given)
  br label %for.cond

for.cond:
  %last.0 = phi ptr addrspace(10) [ %call1, %entry ], [ %call2, %if.end ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc90, %if.end ]
  %sum.0 = phi i64 [ 0, %entry ], [ %add88, %if.end ]
  %cmp = icmp ult i64 %i.0, 12
  br i1 %cmp, label %for.body, label %do.body92

for.body:
  %call2 = call ptr addrspace(10) @make(i64 %i.0, ptr addrspace(10) %last.0)
  %call3 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %0 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %value, align 8
  %add = add nsw i64 %sum.0, %1
  %call4 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %2 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  %value5 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = load i64, ptr addrspace(11) %value5, align 8
  %add6 = add nsw i64 %add, %3
  %call7 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %4 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  %value8 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %5 = load i64, ptr addrspace(11) %value8, align 8
  %add9 = add nsw i64 %add6, %5
  %call10 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %6 = addrspacecast ptr addrspace(10) %call10 to ptr addrspace(11)
  %value11 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  %7 = load i64, ptr addrspace(11) %value11, align 8
  %add12 = add nsw i64 %add9, %7
  %call13 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %8 = addrspacecast ptr addrspace(10) %call13 to ptr addrspace(11)
  %value14 = getelementptr inbounds i8, ptr addrspace(11) %8, i64 8
  %9 = load i64, ptr addrspace(11) %value14, align 8
  %add15 = add nsw i64 %add12, %9
  %call16 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %10 = addrspacecast ptr addrspace(10) %call16 to ptr addrspace(11)
  %value17 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 8
  %11 = load i64, ptr addrspace(11) %value17, align 8
  %add18 = add nsw i64 %add15, %11
  %call19 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %12 = addrspacecast ptr addrspace(10) %call19 to ptr addrspace(11)
  %value20 = getelementptr inbounds i8, ptr addrspace(11) %12, i64 8
  %13 = load i64, ptr addrspace(11) %value20, align 8
  %add21 = add nsw i64 %add18, %13
  %call22 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %14 = addrspacecast ptr addrspace(10) %call22 to ptr addrspace(11)
  %value23 = getelementptr inbounds i8, ptr addrspace(11) %14, i64 8
  %15 = load i64, ptr addrspace(11) %value23, align 8
  %add24 = add nsw i64 %add21, %15
  %call26 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %16 = addrspacecast ptr addrspace(10) %call26 to ptr addrspace(11)
  %value27 = getelementptr inbounds i8, ptr addrspace(11) %16, i64 8
  %17 = load i64, ptr addrspace(11) %value27, align 8
  %add28 = add nsw i64 %add24, %17
  %call29 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %18 = addrspacecast ptr addrspace(10) %call29 to ptr addrspace(11)
  %value30 = getelementptr inbounds i8, ptr addrspace(11) %18, i64 8
  %19 = load i64, ptr addrspace(11) %value30, align 8
  %add31 = add nsw i64 %add28, %19
  %call32 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %20 = addrspacecast ptr addrspace(10) %call32 to ptr addrspace(11)
  %value33 = getelementptr inbounds i8, ptr addrspace(11) %20, i64 8
  %21 = load i64, ptr addrspace(11) %value33, align 8
  %add34 = add nsw i64 %add31, %21
  %call35 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %22 = addrspacecast ptr addrspace(10) %call35 to ptr addrspace(11)
  %value36 = getelementptr inbounds i8, ptr addrspace(11) %22, i64 8
  %23 = load i64, ptr addrspace(11) %value36, align 8
  %add37 = add nsw i64 %add34, %23
  %call38 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %24 = addrspacecast ptr addrspace(10) %call38 to ptr addrspace(11)
  %value39 = getelementptr inbounds i8, ptr addrspace(11) %24, i64 8
  %25 = load i64, ptr addrspace(11) %value39, align 8
  %add40 = add nsw i64 %add37, %25
  %call41 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %26 = addrspacecast ptr addrspace(10) %call41 to ptr addrspace(11)
  %value42 = getelementptr inbounds i8, ptr addrspace(11) %26, i64 8
  %27 = load i64, ptr addrspace(11) %value42, align 8
  %add43 = add nsw i64 %add40, %27
  %call44 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %28 = addrspacecast ptr addrspace(10) %call44 to ptr addrspace(11)
  %value45 = getelementptr inbounds i8, ptr addrspace(11) %28, i64 8
  %29 = load i64, ptr addrspace(11) %value45, align 8
  %add46 = add nsw i64 %add43, %29
  %call47 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %30 = addrspacecast ptr addrspace(10) %call47 to ptr addrspace(11)
  %value48 = getelementptr inbounds i8, ptr addrspace(11) %30, i64 8
  %31 = load i64, ptr addrspace(11) %value48, align 8
  %add49 = add nsw i64 %add46, %31
  %call53 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %32 = addrspacecast ptr addrspace(10) %call53 to ptr addrspace(11)
  %value54 = getelementptr inbounds i8, ptr addrspace(11) %32, i64 8
  %33 = load i64, ptr addrspace(11) %value54, align 8
  %add55 = add nsw i64 %add49, %33
  %call56 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %34 = addrspacecast ptr addrspace(10) %call56 to ptr addrspace(11)
  %value57 = getelementptr inbounds i8, ptr addrspace(11) %34, i64 8
  %35 = load i64, ptr addrspace(11) %value57, align 8
  %add58 = add nsw i64 %add55, %35
  %call59 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %36 = addrspacecast ptr addrspace(10) %call59 to ptr addrspace(11)
  %value60 = getelementptr inbounds i8, ptr addrspace(11) %36, i64 8
  %37 = load i64, ptr addrspace(11) %value60, align 8
  %add61 = add nsw i64 %add58, %37
  %call62 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %38 = addrspacecast ptr addrspace(10) %call62 to ptr addrspace(11)
  %value63 = getelementptr inbounds i8, ptr addrspace(11) %38, i64 8
  %39 = load i64, ptr addrspace(11) %value63, align 8
  %add64 = add nsw i64 %add61, %39
  %call65 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %40 = addrspacecast ptr addrspace(10) %call65 to ptr addrspace(11)
  %value66 = getelementptr inbounds i8, ptr addrspace(11) %40, i64 8
  %41 = load i64, ptr addrspace(11) %value66, align 8
  %add67 = add nsw i64 %add64, %41
  %call68 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %42 = addrspacecast ptr addrspace(10) %call68 to ptr addrspace(11)
  %value69 = getelementptr inbounds i8, ptr addrspace(11) %42, i64 8
  %43 = load i64, ptr addrspace(11) %value69, align 8
  %add70 = add nsw i64 %add67, %43
  %call71 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %44 = addrspacecast ptr addrspace(10) %call71 to ptr addrspace(11)
  %value72 = getelementptr inbounds i8, ptr addrspace(11) %44, i64 8
  %45 = load i64, ptr addrspace(11) %value72, align 8
  %add73 = add nsw i64 %add70, %45
  %call74 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %46 = addrspacecast ptr addrspace(10) %call74 to ptr addrspace(11)
  %value75 = getelementptr inbounds i8, ptr addrspace(11) %46, i64 8
  %47 = load i64, ptr addrspace(11) %value75, align 8
  %add76 = add nsw i64 %add73, %47
  %rem = and i64 %i.0, 3
  %cmp79 = icmp eq i64 %rem, 3
  br i1 %cmp79, label %for.cond80, label %if.end

for.cond80:
  %sum.1 = phi i64 [ %add86, %for.body84 ], [ %add76, %for.body ]
  %at.0 = phi ptr addrspace(10) [ %50, %for.body84 ], [ %call2, %for.body ]
  %k.0 = phi i64 [ %inc, %for.body84 ], [ 0, %for.body ]
  %cmp81 = icmp ult i64 %k.0, 9
  %cmp82 = icmp ne ptr addrspace(10) %at.0, null
  %spec.select = select i1 %cmp81, i1 %cmp82, i1 false
  br i1 %spec.select, label %for.body84, label %if.end

for.body84:
  %48 = addrspacecast ptr addrspace(10) %at.0 to ptr addrspace(11)
  %value85 = getelementptr inbounds i8, ptr addrspace(11) %48, i64 8
  %49 = load i64, ptr addrspace(11) %value85, align 8
  %add86 = add nsw i64 %sum.1, %49
  %50 = load ptr addrspace(10), ptr addrspace(11) %48, align 8
  %inc = add nuw nsw i64 %k.0, 1
  br label %for.cond80

if.end:
  %sum.2 = phi i64 [ %add76, %for.body ], [ %sum.1, %for.cond80 ]
  %51 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %value87 = getelementptr inbounds i8, ptr addrspace(11) %51, i64 8
  %52 = load i64, ptr addrspace(11) %value87, align 8
  %add88 = add nsw i64 %sum.2, %52
  %inc90 = add nuw nsw i64 %i.0, 1
  br label %for.cond

do.body92:
  %call93 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) null)
  %53 = addrspacecast ptr addrspace(10) %call93 to ptr addrspace(11)
  %value94 = getelementptr inbounds i8, ptr addrspace(11) %53, i64 8
  %54 = load i64, ptr addrspace(11) %value94, align 8
  %add95 = add nsw i64 %sum.0, %54
  %call96 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) null)
  %55 = addrspacecast ptr addrspace(10) %call96 to ptr addrspace(11)
  %value97 = getelementptr inbounds i8, ptr addrspace(11) %55, i64 8
  %56 = load i64, ptr addrspace(11) %value97, align 8
  %add98 = add nsw i64 %add95, %56
  %call99 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %57 = addrspacecast ptr addrspace(10) %call99 to ptr addrspace(11)
  %value100 = getelementptr inbounds i8, ptr addrspace(11) %57, i64 8
  %58 = load i64, ptr addrspace(11) %value100, align 8
  %add101 = add nsw i64 %add98, %58
  %call102 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %59 = addrspacecast ptr addrspace(10) %call102 to ptr addrspace(11)
  %value103 = getelementptr inbounds i8, ptr addrspace(11) %59, i64 8
  %60 = load i64, ptr addrspace(11) %value103, align 8
  %add104 = add nsw i64 %add101, %60
  %call105 = call ptr addrspace(10) @make(i64 5, ptr addrspace(10) null)
  %61 = addrspacecast ptr addrspace(10) %call105 to ptr addrspace(11)
  %value106 = getelementptr inbounds i8, ptr addrspace(11) %61, i64 8
  %62 = load i64, ptr addrspace(11) %value106, align 8
  %add107 = add nsw i64 %add104, %62
  %call108 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  %63 = addrspacecast ptr addrspace(10) %call108 to ptr addrspace(11)
  %value109 = getelementptr inbounds i8, ptr addrspace(11) %63, i64 8
  %64 = load i64, ptr addrspace(11) %value109, align 8
  %add110 = add nsw i64 %add107, %64
  %call111 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  %65 = addrspacecast ptr addrspace(10) %call111 to ptr addrspace(11)
  %value112 = getelementptr inbounds i8, ptr addrspace(11) %65, i64 8
  %66 = load i64, ptr addrspace(11) %value112, align 8
  %add113 = add nsw i64 %add110, %66
  %call114 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) null)
  %67 = addrspacecast ptr addrspace(10) %call114 to ptr addrspace(11)
  %value115 = getelementptr inbounds i8, ptr addrspace(11) %67, i64 8
  %68 = load i64, ptr addrspace(11) %value115, align 8
  %add116 = add nsw i64 %add113, %68
  %69 = addrspacecast ptr addrspace(10) %last.0 to ptr addrspace(11)
  %value119 = getelementptr inbounds i8, ptr addrspace(11) %69, i64 8
  %70 = load i64, ptr addrspace(11) %value119, align 8
  %add120 = add nsw i64 %add116, %70
  %71 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %value121 = getelementptr inbounds i8, ptr addrspace(11) %71, i64 8
  %72 = load i64, ptr addrspace(11) %value121, align 8
  %add122 = add nsw i64 %add120, %72
  %73 = load ptr addrspace(10), ptr addrspace(11) %71, align 8
  %74 = addrspacecast ptr addrspace(10) %73 to ptr addrspace(11)
  %value124 = getelementptr inbounds i8, ptr addrspace(11) %74, i64 8
  %75 = load i64, ptr addrspace(11) %value124, align 8
  %add125 = add nsw i64 %add122, %75
  ret i64 %add125
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
