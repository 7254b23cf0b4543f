#0
|c
=> 1
#1
1c1
< longer line of text here
---
> a  b
8a9
> a b
10c11
< #1
---
> é
11a13
> x	y
=> 1
#2
0a1,3
> x  
> x	y
> x  
=> 1
#3
ab|
|
a  b|
c|
#1|
A|
b|
#1|
{|
int f()|
#1|
  x|
c|
=> 1
#4
=> 0
#5
#6
=> 0
#7
=> 0
#8
Files f and g differ
=> 1
#9
#1								#1
							      >	longer line of text here=> 1
#10
							      >	b=> 1
#11
=> 0
#12
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#13
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#14
Files f and g differ
=> 1
#15
a|
=> 0
#16
3a4,5
>   x
> .
=> 1
#17
=> 0
#18
{							      \	x	y
=> 1
#19
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#20
							      >	c

							      >	x	y=> 1
#21
1d0
< .
=> 1
#22
int f()|
int f()|
A|
longer line of text here|
int f()|
=> 1
#23
*** f
--- g
***************
*** 1 ****
--- 1,3 ----
  a b
+ #1
+ a  b
=> 1
#24
	t|
ab|
b|
x  |
=> 1
#25
=> 0
#26
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#27
=> 0
#28
=> 0
#29
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#30
=> 0
#31
=> 0
#32
6d5
< 
30c29
< longer line of text here
---
> longer line of text here
\ No newline at end of file
=> 1
#33
0a1
> a b
=> 1
#34
=> 0
#35
27c27
<	a
---
>	a b
=> 1
#36
é								é
#1								#1
.								.
.								.
x	y							x	y
x  								x  
{								{
							      >		t
int f()								int f()
x	y							x	y
#1								#1
é								é
a								a
#1								#1
x  								x  
x	y							x	y
							      >	é
  x								  x
a  b								a  b
{								{


longer line of text here					longer line of text here
b								b
#1								#1
x	y							x	y
longer line of text here					longer line of text here
x  								x  
a b								a b

A								A
a							      /	a
=> 1
#37
.							      \	.
=> 1
#38
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#39
#40
longer line of text here
ab
A
#ifndef X
#1
#else /* X */
x	y
#endif /* X */
a b
b
  x

x  
a b
ab
a b
#ifndef X

#else /* X */
x  
#endif /* X */
int f()
A
longer line of text here
a b
.
A
é
ab
#ifndef X

#else /* X */
a  b
#endif /* X */
x	y
int f()
  x
b
b
ab
A
#ifndef X
a b
#else /* X */
a b
.
#endif /* X */
=> 1
#41
1a2
> ab
=> 1
#42
							      >
=> 1
#43
.								.
int f()								int f()
a								a
longer line of text here					longer line of text here
A								A
{								{
c								c
							      >	b
a b								a b
a								a
	t								t

ab								a								b
=> 1
#44
=> 0
#45
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#46
=> 0
#47
[36m4c4[0m
[31m< longer line of text here[0m
---
[32m> #1[0m
[36m12d11[0m
[31m< c[0m
=> 1
#48
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#49
1a2
> x  
=> 1
#50
=> 0
#51
7d6
< 	t
11c10
< {
---
> int f()
=> 1
#52
=> 0
#53
2,3c2
< ab
< {
---
> b
4a4
> #1
=> 1
#54
2a3
> x	y
4d4
<   x
\ No newline at end of file
=> 1
#55
=> 0
#56
*** f
--- g
***************
*** 4,12 ****
--- 4,14 ----
  a
  x	y
  int f()
+ c
  {
  	t
  
  longer line of text here
  
  é
+ c
=> 1
#57
x	y						      |	A
  x							      <
	t								t
{							      |	#1
=> 1
#58
3c3
< a
---
> {
8a9
> A
12c13
< é
---
> c
=> 1
#59
=> 0
#60
0a1
>		t
=> 1
#61
=> 0
#62
d1 1
=> 1
#63
Files f and g are identical
=> 0
#64
#65
0a1
> a
=> 1
#66
0a1
>   x
=> 1
#67
#68
10a11
> é
12c13
< b
---
> b
\ No newline at end of file
=> 1
#69
=> 0
#70
5a6
> b
9c10
< x	y
---
> longer line of text here
11d11
< #1
21c21
< x  
---
>   x
=> 1
#71
4a5
> ab
12c13
< ab
---
> ab
\ No newline at end of file
=> 1
#72
4a5,6
> x	y
> 
8,9c10
< 	t
< c
---
> é
12c13
< A
\ No newline at end of file
---
> A
=> 1
#73
8a9
> 
11d11
< .
=> 1
#74
--- f
+++ g
@@ -11,7 +11,6 @@
 x	y
 .
 ab
-b
 x	y
 a  b
 x	y
=> 1
#75
1d0
< b
\ No newline at end of file
=> 1
#76
0a1
> a b
=> 1
#77
*** f
--- g
***************
*** 0 ****
--- 1,2 ----
+ ab
+ int f()
=> 1
#78
25d24
<   x
=> 1
#79
0a1
> a b
=> 1
#80
12c12
< b
\ No newline at end of file
---
> b
=> 1
#81
[36m0a1[0m
[32m> {[0m
[36m4a6[0m
[32m> #1[0m
=> 1
#82
=> 0
#83
12c12
< é
---
> c
15c15
< 
---
> b
18a19
> #1
30d30
< 
=> 1
#84
4,5c3,5
< 
< a  b
---
> a> b
> x  
> #1
=> 1
#85
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#86
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#87
.
=> 0
#88
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#89
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#90
8a9
> {
26a28
> .
=> 1
#91
=> 0
#92
2a3
> 
3a5,6
> x	y
> a b
=> 1
#93
=> 0
#94
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#95
*** f
--- g
***************
*** 1,4 ****
--- 1,7 ----
  x	y
  {
+ .
+ x	y
  A
+ int f()
  
=> 1
#96
=> 0
#97
=> 0
#98
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#99
=> 0
#100
a b
a  b
        t
#ifndef X
é
#else /* X */
  x
#endif /* X */
x       y
{
A
  x
{
a
c
#ifndef X
c
#else /* X */

#endif /* X */
A
#ifdef X
é
#endif /* X */
b
#1
longer line of text here
a  b
#ifndef X
A
#endif /* ! X */
int f()
c
a  b
ab
A
longer line of text here
.
a
        t
b
x       y
c
=> 1
#101
0a1
> ab
1a3
> 
=> 1
#102
=> 0
#103
=> 0
#104
a
longer line of text here
+  3c
	t
-é
+  5é=> 1
#105
a								a
A								A
longer line of text here					longer line of text here
a b							      <
ab								a								b

longer line of text here				      |
é							      <
int f()								int f()
.								.
int f()								int f()
{							      \	{
=> 1
#106
4c4
< longer line of text here
\ No newline at end of file
---
> longer line of text here
=> 1
#107
=> 0
#108
{		{
A		A
x		x
#1		#1
a b		a b
A		A
x  		x  
#1		#1
a b		a b
a  b		a  b
b		b
b	  \	b
=> 1
#109
--- f
+++ g
@@ -0,0 +1,2 @@
+x	y
+	t
=> 1
#110
[1m--- f[0m
[1m+++ g[0m
[36m@@ -5,2 +4,0 @@[0m
[31m-a[0m
[31m-#1[0m
[36m@@ -9,2 +7 @@[0m
[31m-a  b[0m
[31m-é[0m
[32m+	t[0m
=> 1
#111
=> 0
#112
[36m0a1[0m
[32m> x  [0m
=> 1
#113
4c4
< 	t
---
> 	t
\ No newline at end of file
=> 1
#114
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#115
=> 0
#116
1c1,2
< ab
---
> A
> a  b
=> 1
#117
--- f
+++ g
@@ -1,0 +2 @@
+A
=> 1
#118
#119
=> 0
#120
*** f
--- g
***************
*** 1 ****
! c
--- 1 ----
! x  
***************
*** 3 ****
! a  b
--- 3,4 ----
! a
! #1
=> 1
#121
--- f
+++ g
@@ -0,0 +1 @@
+	  x
@@ -12 +13 @@
-	c
\ No newline at end of file
+	c
=> 1
#122
#123
--- f
+++ g
@@ -0,0 +1 @@
+é
=> 1
#124
1a2
>	int f()
\ No newline at end of file
=> 1
#125
1c1,2
< a  b
---
> x  
> {
=> 1
#126
3,4c3,4
< x	y
< #1
---
> c
> a b
10c10
< {
---
> a  b
=> 1
#127
1,2d0
< ab
< a
4c2
< 	t
---
> int f()
=> 1
#128
#129
=> 0
#130
2c2
<   x
---
> .
7a8
> 	t
12c13
< 	t
\ No newline at end of file
---
> 	t
=> 1
#131
#132
b			b
{			{
.			.
x	y		x	y
a			a
b			b
A			A
b			b
a  b			a  b
{			{
#1			#1
a b			a b
a  b			a  b
x	y		x	y
a  b			a  b
longer line of t	longer line of t
x	y		x	y
.			.
c			c
x  			x  
#1			#1
.			.
#1			#1
longer line of t	longer line of t
{			{
é			é
a b			a b
c			c
.			.
.			.
=> 0
#133
#1								#1
	t								t
int f()								int f()
c								c
a  b								a  b
	t								t
#1								#1
longer line of text here					longer line of text here
ab								a								b
#1								#1
x  								x  
x  							      \	x  
=> 1
#134
6c6
< 	t
---
> {
=> 1
#135
4d3
< .
=> 1
#136
1c1
<   x
---
> é
3,4c3,5
< longer line of text here
< c
\ No newline at end of file
---
> 
> A
> c
=> 1
#137
=> 0
#138
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#139
=> 0
#140
3a4
> x  
=> 1
#141
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#142
--- f
+++ g
@@ -1,4 +1,6 @@
+  x
+é
 .
 #1
-{
+x	y
 x  
=> 1
#143
=> 0
#144
=> 0
#145
=> 0
#146
=> 0
#147
2c2
< 
---
> #1
9d8
< 	t
21c20
< ab
---
> int f()
30a30
> é
=> 1
#148
ab
#1
  x
  x
c
x	y
a
#1
.
a b
A
  x
=> 0
#149
longer line of text here				      |		t
							      >	.
.							      /	.
=> 1
#150
0a1
> b
=> 1
#151
1a2
> a
3,4d3
<   x
< A
\ No newline at end of file
=> 1
#152
=> 0
#153
c								c
	t								t
é								é
int f()								int f()
longer line of text here					longer line of text here
a b							      |	  x
a								a
  x								  x
.								.
a  b								a  b
c								c
{								{
x  								x  
longer line of text here					longer line of text here
#1								#1

{								{
.								.
c								c
  x								  x
#1								#1
  x								  x
	t								t
a								a
#1								#1
é								é
a  b								a  b
x  								x  
é								é
#1								#1
=> 1
#154
=> 0
#155
=> 0
#156
0a1,2
> int f()
> A
=> 1
#157
int f()
b
longer line of text here
a b
+  5b
a
x	y
  x
é
	t
	t
-x	y
+ 12
+ 13int f()
{
=> 1
#158
5a6
> é
9a11
> a  b
12d13
< ab
\ No newline at end of file
=> 1
#159
0a1
> 	t
=> 1
#160
a							      (
a b							      (
  x							      (
b							      /	b
=> 1
#161
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#162
=> 0
#163
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#164
é
c
x       y

=> 0
#165
#ifndef X
c
#endif /* ! X */
=> 1
#166
a10 1
int f()
a12 1
c
d16 1
a16 1
.
=> 1
#167
=> 0
#168
=> 0
#169
8a9
> int f()
=> 1
#170
--- f
+++ g
@@ -1,4 +1,5 @@
+a
 	t
 	t
 x	y
-ab
+.
=> 1
#171
*** f
--- g
***************
*** 8,20 ****
  .
  x  
    x
    x
  A
  longer line of text here
  	t
- ab
  x  
- a  b
  x	y
  ab
  ab
--- 8,19 ----
  .
  x  
    x
+ é
    x
  A
  longer line of text here
  	t
  x  
  x	y
  ab
  ab
***************
*** 22,28 ****
  {
    x
  longer line of text here
- b
  a
  c
  .
--- 21,26 ----
=> 1
#172
#173
=> 0
#174
13d12
< A
=> 1
#175
#1
ab
#1
é
|longer line of text here
=> 1
#176
*** f
--- g
***************
*** 1,4 ****
--- 1,6 ----
    x
  {
+ c
  a b
  	t
+ 	t
=> 1
#177
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#178
.|
|b|
=> 1
#179
0a1
> x  
\ No newline at end of file
=> 1
#180
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#181
1c1
< x  
---
> x  
\ No newline at end of file
=> 1
#182
23a25
> int f()
=> 1
#183
=> 0
#184
=> 0
#185
=> 0
#186
=> 0
#187
x  
|a  b
#1
=> 1
#188
1a2
> a
=> 1
#189
=> 0
#190
3c
  x
.
0a
	t
.
=> 1
#191
0a1
> x  
=> 1
#192
1c1
< x	y
---
> 	t
2a3,4
> é
> A
4a7
> é
=> 1
#193
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#194
9c9,10
< x  
---
> x	y
> {
=> 1
#195
*** f
--- g
***************
*** 6,17 ****
  longer line of text here
  x  
  a b
-   x
  a  b
  x	y
  c
  a
  a b
  a  b
  .
  .
--- 6,17 ----
  longer line of text here
  x  
  a b
  a  b
  x	y
  c
  a
  a b
+ A
  a  b
  .
  .
***************
*** 27,30 ****
  {
  #1
  {
! .
--- 27,30 ----
  {
  #1
  {
! .
\ No newline at end of file
=> 1
#196
=> 0
#197
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#198
=> 0
#199
11a
int f()
.
0a
..
.
s/.//
a
é
.
=> 1
#200
--- f
+++ g
@@ -1,4 +1,6 @@
-	t
+.
 longer line of text here
 ab
-a
\ No newline at end of file
+  x
+c
+a
=> 1
#201
1a2
> 	t
3c4
< a
---
> int f()
=> 1
#202
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#203
8a
a b
.
2a
x	y
.
=> 1
#204
=> 0
#205
*** f
--- g
*************** a
*** 25,30 ****
  	t
  a  b
  x	y
- é
  c
  x  
--- 25,29 ----
=> 1
#206
8d7
< #1
12a12
> é
28a29
> .
=> 1
#207
#208
+  1  x
+  2a
=> 1
#209
-ab
+  1A
+  2a
=> 1
#210
Files f and g are identical
=> 0
#211
1d
=> 1
#212
17a18
>   x
30c31
< longer line of text here
---
>   x
\ No newline at end of file
=> 1
#213
*** f
--- g
***************
*** 0 ****
--- 1,2 ----
+ A
+ x	y
=> 1
#214
[36m1a2,3[0m
[32m> ab[0m
[32m> {[0m
=> 1
#215
*** f
--- g
***************
*** 1,5 ****
--- 1,6 ----
  #1
  c
+ int f()
  ab
  a b
  x	y
***************
*** 27,30 ****
--- 28,32 ----
  a
    x
  	t
+   x
  {
=> 1
#216
0a1
> a
=> 1
#217
-a  b
#1
-b
-  x+  2ab
+  3	t
=> 1
#218
2d1
< a< b
4c3
< .
---
> #1
=> 1
#219
Files f and g are identical
=> 0
#220
*** f
--- g
***************
*** 1 ****
- longer line of text here
--- 0 ----
***************
*** 3 ****
! {
--- 2 ----
! 
=> 1
#221
0a1
> x	y
=> 1
#222
*** f
--- g
***************
*** 4 ****
- a
--- 3 ----
***************
*** 16 ****
--- 16 ----
+ b
***************
*** 24 ****
--- 25 ----
+ 	t
=> 1
#223
6d5
< #1
11a11
> .
25d24
< a  b
=> 1
#224
*** f
--- g
***************
*** 2,4 ****
  x	y
! a
  a  b
--- 2,4 ----
  x	y
! 	t
  a  b
***************
*** 14,15 ****
--- 14,16 ----
  #1
+ 
  a  b
***************
*** 23,25 ****
  #1
! #1
  a  b
--- 24,26 ----
  #1
! A
  a  b
***************
*** 28,30 ****
  
- 
  
--- 29,30 ----
=> 1
#225
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#226
=> 0
#227
#228
é							      /	é
=> 1
#229
1c
a b
.
diff: g: No newline at end of file

=> 2
#230
1,2c1,2
< #1
< #1
---
> a  b
> b
3a4
> ab
=> 1
#231
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#232
=> 0
#233
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#234
8c
longer line of text here
é
.
3a
..
.
s/.//
=> 1
#235
{								{
.								.
	t								t
.								.
b								b
	t								t
#1								#1
x  								x  
int f()								int f()
  x								  x
							      >	c
a								a
int f()								int f()
=> 1
#236
é
=> 0
#237
=> 0
#238
=> 0
#239
5d4
< a
16a16
> longer line of text here
30a31
> longer line of text here
=> 1
#240
13c13
< c
---
> int f()
29,30c29,30
< A
< x	y
\ No newline at end of file
---
> a b
> x	y
=> 1
#241
2,3c2
< #1
< .
---
> x	y
=> 1
#242
--- f
+++ g
@@ -6,6 +6,7 @@
 int f()
 {
 .
+a
 	t
 int f()
 c
@@ -18,12 +19,11 @@
 .
 a b
 a b
-é
 longer line of text here
 int f()
 longer line of text here
 	t
-.
+longer line of text here
 b
 #1
 #1
=> 1
#243
4a
x	y
	t
.
2c
A
.
=> 1
#244
0a1
> int f()
=> 1
#245
*** f
--- g
***************
*** 1,4 ****
  a b
  é
  a  b
! 	t
\ No newline at end of file
--- 1,5 ----
  a b
+ a
  é
  a  b
! 	t
=> 1
#246
=> 0
#247
1c1,2
< 
---
> ab
> {
7a9
> é
=> 1
#248
=> 0
#249
=> 0
#250
=> 0
#251
=> 0
#252
d1 1
a1 1
b
=> 1
#253
0a1
>   x
=> 1
#254
13a14
> x  
17d17
< c
21c21
< x  
---
> 	t
29,30c29
< c
< int f()
---
> c
\ No newline at end of file
=> 1
#255
*** f
--- g
***************
*** 1,4 ****
  A
  é
  .
! longer line of text here
\ No newline at end of file
--- 1,4 ----
  A
  é
  .
! a  b
=> 1
#256
--- f
+++ g
@@ -0,0 +1 @@
+é
@@ -1,0 +3,3 @@
+	t
+  x
+longer line of text here
=> 1
#257
--- f
+++ g
@@ -2 +2 @@
-b
+#1
@@ -4 +4,2 @@
-{
\ No newline at end of file
+{
+  x
=> 1
#258
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#259
--- f
+++ g
@@ -1,12 +1,14 @@
+	t
 
 longer line of text here
 int f()
 longer line of text here
 {
+a b
 A
 #1
 é
+{
 é
-b
 é
   x
=> 1
#260
*** f
--- g
***************
*** 1 ****
! a
\ No newline at end of file
--- 1 ----
! a
=> 1
#261
=> 0
#262
a  b|
a|
b|
a b|
a b|
x  |
c|
longer line of text here|
ab|
	t|
ab|
x  |
A|
  x|
x  |
=> 1
#263
*** f
--- g
***************
*** 1 ****
! é
\ No newline at end of file
--- 1,2 ----
! é
!   x
\ No newline at end of file
=> 1
#264
0a1,2
> a  b
> x	y
\ No newline at end of file
=> 1
#265
0a1
> longer line of text here
=> 1
#266
c								c
A								A
							      >	x	y
							      >	b
é								é
longer line of text here					longer line of text here
x  								x  
c								c
int f()								int f()
#1								#1
int f()								int f()
A								A
a								a
{								{
x  								x  
c								c
c								c
	t								t
int f()							      |	.
x	y							x	y
A								A

longer line of text here					longer line of text here
é							      |	x  
b								b
a b								a b
	t								t

c								c

a  b								a  b
  x								  x
=> 1
#267
--- f
+++ g
@@ -0,0 +1 @@
+  x
=> 1
#268
*** f
--- g
***************
*** 1 ****
--- 1,2 ----
+ {
  
=> 1
#269
--- f
+++ g
@@ -1,4 +1,4 @@
 b
 é
   x
-c
+A
=> 1
#270
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#271
18d17
< a b
28c27
< b
---
> a  b
=> 1
#272
=> 0
#273
=> 0
#274
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#275
4d3
< x  
5a5
> a  b
=> 1
#276
6c6
< a b
---
> b
10c10
< longer line of text here
---
> .
=> 1
#277
1a2
> ab
=> 1
#278
1a2
> A
12c13
< b
---
> b
\ No newline at end of file
=> 1
#279
A								A
é								é
é								é
a b								a b
#1								#1


é								é
c								c
é								é
#1								#1
{								{
a  b								a  b
c								c
A								A
.								.
{								{
ab								a								b
	t								t
{								{
.								.
x	y							x	y
longer line of text here					longer line of text here
int f()								int f()
b								b
A								A
  x								  x
{								{
x  								x  
  x							      \	  x
=> 1
#280
=> 0
#281
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#282
7a8
> x  
=> 1
#283
4c4
< a
---
> x  
12c12
< x  
---
> x  
\ No newline at end of file
=> 1
#284
=> 0
#285
#ifdef X
é
#endif /* X */
=> 1
#286
1c1,2
< x       y
\ No newline at end of file
---
> x       y
> longer line of text here
=> 1
#287
Files f and g differ
=> 1
#288
2d1
< a  b
4c3
< b
---
> a  b
=> 1
#289
-	t
+  1longer line of text here
=> 1
#290
x	y							x	y
							      |	int f()
a							      <
a								a
a b								a b
ab								a								b
a b								a b
A								A
int f()								int f()
.								.
c								c
							      >	x	y
é								é
=> 1
#291
Files f and g differ
=> 1
#292
1c1
< int f()
---
> int f()
\ No newline at end of file
=> 1
#293
  x
{
#1
longer line of text here
longer line of text here
A
{
longer line of text here
.
c
é
A
{
a b
A
.
longer line of text here
int f()
  x
a b
#ifndef X
ab
#else /* X */
é
#endif /* X */
  x
{
#1
  x
é
int f()
{
{
int f()
=> 1
#294
=> 0
#295
[36m4d3[0m
[31m< a[0m
[36m13d11[0m
[31m< longer line of text here[0m
=> 1
#296
d9 2
=> 1
#297
=> 0
#298
=> 0
#299
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#300
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#301
#302
b
-A
+  2b
.
{
=> 1
#303
28a29
> int f()
=> 1
#304
#305
5a6
>	int f()
7c8
<	#1
---
>	a b
10a12,13
>	a b
>	  x
=> 1
#306
1d0
< 
=> 1
#307
Files f and g differ
=> 1
#308
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#309
0a1,2
>   x
> A
=> 1
#310
#311
5a6
> x  
=> 1
#312
=> 0
#313
4c4
< ab
---
> A
21d20
< 
23a23
> 	t
26d25
< c
=> 1
#314
#ifdef X
	t
#endif /* X */
ab
A
.
#ifndef X
longer line of text here
#else /* X */
longer line of text here

#endif /* X */
=> 1
#315
Files f and g differ
=> 1
#316
x  								x  
=> 0
#317
2a3
>	a  b
4c5,6
<	longer line of text here
\ No newline at end of file
---
>	c
>	b
=> 1
#318
=> 0
#319
2a3
> x	y
8c9
< x  
---
> a
11a13
> .
=> 1
#320
3c3,4
< A
---
> a
>   x
24c25
< {
---
> x  
=> 1
#321
--- f
+++ g
@@ -1,4 +1,4 @@
 b
+A
 	t
-longer line of text here
-x  
+longer line of text here
\ No newline at end of file
=> 1
#322
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#323
29,30c29
< A
< 	t
---
> 	t
\ No newline at end of file
=> 1
#324
4c4
< longer line of text here
---
> longer line of text here
\ No newline at end of file
=> 1
#325
2c2
< é
---
> int f()
3a4
> 
=> 1
#326
*** f
--- g
*************** x	y
*** 5,16 ****
  int f()
  x	y
  .
- {
  x	y
! a b
    x
  .
  x  
  x  
  int f()
  b
--- 5,17 ----
  int f()
  x	y
  .
  x	y
! x	y
! c
    x
  .
  x  
+   x
  x  
  int f()
  b
=> 1
#327
*** f
--- g
***************
*** 1,2 ****
--- 1,3 ----
  a  b
+ #1
  b
***************
*** 7,9 ****
  c
! int f()
  A
--- 8,10 ----
  c
!         t
  A
=> 1
#328
							      >		t
							      >	x	y
c								c
é							      |	A
c							      <
A							      <=> 1
#329
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#330
4c4,5
<	  x
---
>	{
>	  x
\ No newline at end of file
=> 1
#331
--- f
+++ g
@@ -1,12 +1,10 @@
 int f()
-int f()
+x	y
 A
 a  b
 #1
-#1
 a
 A
 é
 A
-a  b
 b
=> 1
#332
c|
a b|
|
longer line of text here|
longer line of text here|
=> 1
#333
3a4
> 	t
=> 1
#334
5c5
< 
---
> b
13a14
> {
21c22
< x	y
---
> a  b
29c30
< a
---
> int f()
=> 1
#335
2c2
< x  
---
> A
12c12,13
< b
---
> longer line of text here
>   x
=> 1
#336
2a3
>         t
4c5,6
< c
---
> 
> x  
=> 1
#337
15d14
< 	t
29a29
> longer line of text here
30a31
> 	t
=> 1
#338
*** f
--- g
***************
*** 1 ****
--- 1,2 ----
  x  
+ int f()
=> 1
#339
x  |
a  b|
|
#1|
x  |
#1|
=> 1
#340
|
a b
.
  x
|longer line of text here
ab
|a
=> 1
#341
=> 0
#342
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ é
=> 1
#343
--- f
+++ g
@@ -1 +1 @@
-a b
+a b
\ No newline at end of file
=> 1
#344
*** f
--- g
*************** c
*** 27,30 ****
--- 27,31 ----
  é
  a  b
  é
+ a  b
  .
\ No newline at end of file
=> 1
#345
Files f and g differ
=> 1
#346
=> 0
#347
6a7
> A
30c31
< b
---
> b
\ No newline at end of file
=> 1
#348
1c1
< .
---
> longer line of text here
8d7
< é
=> 1
#349
=> 0
#350
16c16
< longer line of text here
---
> a b
22d21
< .
30c29
< longer line of text here
\ No newline at end of file
---
> longer line of text here
=> 1
#351
*** f
--- g
***************
*** 1,12 ****
  a
  int f()
  	t
  {
  b
  x	y
  a
  int f()
    x
! a  b
  
  é
--- 1,15 ----
+ .
  a
  int f()
  	t
  {
  b
+ c
  x	y
  a
  int f()
    x
! 
  
  é
+ a
=> 1
#352
=> 0
#353
{
        t
x       y
ab
a b
x       y
  x
int f()
+  9ab
a  b
+ 11x  
        t
-        t
+ 13a
int f()
=> 1
#354
=> 0
#355
--- f
+++ g
@@ -2,3 +2,2 @@
-b
-b
-.
+x	y
+	t
=> 1
#356
--- f
+++ g
@@ -1 +1 @@
-.
+x  
=> 1
#357
	t								t
b								b
longer line of text here					longer line of text here
A								A
A								A
int f()								int f()
a								a
.								.
ab								a								b
a								a
c								c
							      <
=> 1
#358
0a1
> .
=> 1
#359
=> 0
#360
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#361
1a2
> A
\ No newline at end of file
=> 1
#362
#363
*** f
--- g
***************
*** 13,15 ****
  {
! a  b
  longer line of text here
--- 13,15 ----
  {
! 	t
  longer line of text here
=> 1
#364
11a
  x
	t
.
2,3d
=> 1
#365
4c4,5
< a
\ No newline at end of file
---
> a
> a
=> 1
#366
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#367
2c2,3
< a  b
---
> c
> x	y
=> 1
#368
4c4,5
< b
\ No newline at end of file
---
> int f()
> int f()
=> 1
#369
Files f and g differ
=> 1
#370
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#371
--- f
+++ g
@@ -2,2 +2,3 @@
 ab
+	t
 c
@@ -15,3 +16,3 @@
 é
-c
+  x
 c
@@ -19,3 +20,3 @@
 longer line of text here
-
+longer line of text here
 a  b
@@ -25,3 +26,2 @@
 ab
-
 b
=> 1
#372
#373
1c1
< A
---
>   x
=> 1
#374
=> 0
#375
--- f
+++ g
@@ -7,2 +7,3 @@ A
 a  b
+{
 ab
=> 1
#376
=> 0
#377
1c1,3
<	{
---
>	a
>	#1
>	a  b
3d4
<	int f()
=> 1
#378
4d3
< 
=> 1
#379
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#380
#381
=> 0
#382
*** f
--- g
***************
*** 1 ****
! .
\ No newline at end of file
--- 1 ----
! .
=> 1
#383
[36m1c1,3[0m
[31m< [0m
---
[32m> #1[0m
[32m> x	y[0m
[32m> é[0m
[36m4c6[0m
[31m< x  [0m
\ No newline at end of file
---
[32m> x  [0m
=> 1
#384
=> 0
#385
|        t
c
=> 1
#386
*** f
--- g
***************
*** 1,3 ****
--- 1,4 ----
+ #1
  {
  {
  b
*************** A
*** 27,30 ****
  	t
  #1
  int f()
! {
--- 28,31 ----
  	t
  #1
  int f()
! {
\ No newline at end of file
=> 1
#387
                                                                >  a=> 1
#388
--- f
+++ g
@@ -1 +1,2 @@
 a
+int f()
=> 1
#389
=> 0
#390
1c1
< int f()
---
> 	t
6d5
< a
=> 1
#391
=> 0
#392
=> 0
#393
|  x
longer line of text here
=> 1
#394
2c2
< a b
---
> a
7a8
> int f()
=> 1
#395
	t			t
=> 0
#396
1c1
<	x  
---
>	ab
=> 1
#397
=> 0
#398
ab																	a																	b
=> 0
#399
a								a
a								a
  x								  x
x  								x  
x  								x  
é								é
.								.
longer line of text here				      |	c
							      >	a
é								é
a b							      <
é								é
	t								t
=> 1
#400
--- f
+++ g
@@ -0,0 +1,2 @@
+	t
+é
=> 1
#401
#402
#403
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#404
10a11
> a  b
=> 1
#405
8c8,10
< a
---
> #1
> ab
> longer line of text here
24c26
<   x
---
> b
=> 1
#406
0a1
> é
=> 1
#407
0a1
> .
=> 1
#408
=> 0
#409
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#410
#411
19c19
< A
---
> #1
26c26
< int f()
---
>   x
=> 1
#412
30c30
< a
---
> a
\ No newline at end of file
=> 1
#413
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#414
1c1
< int f()
\ No newline at end of file
---
> longer line of text here
=> 1
#415
2a3
> ab
=> 1
#416
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#417
#418
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#419
=> 0
#420
=> 0
#421
{							      <
x  							      <
x  								x  
.								.
=> 1
#422
int f()							      <
a								a
a								a
a  b							      \	a  b
=> 1
#423
*** f
--- g
***************
*** 1,3 ****
  longer line of text here
! b
  a  b
--- 1,3 ----
  longer line of text here
! a  b
  a  b
***************
*** 7,9 ****
  {
- b
  {
--- 7,8 ----
=> 1
#424
5c5
<   x
---
> b
12c12
< c
\ No newline at end of file
---
> c
=> 1
#425
=> 0
#426
5c5
< ab
---
> longer line of text here
=> 1
#427
#1
int f()
A
c
|#1
ab
=> 1
#428
=> 0
#429
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#430
=> 0
#431
.								.

A								A
x	y							x	y
=> 0
#432
=> 0
#433
=> 0
#434
=> 0
#435
=> 0
#436
2d1
< é
12d10
< c
18c16
<   x
---
> longer line of text here
=> 1
#437
29d28
<   x
30a30
> {
=> 1
#438
Files f and g differ
=> 1
#439
longer line of text here|
=> 1
#440
	t
ab
c
  x
é
int f()
+  7
a b
  x
é
-b
  x
b
=> 1
#441
0a1,2
> 	t
> longer line of text here
=> 1
#442
[1m--- f[0m
[1m+++ g[0m
[36m@@ -1,4 +1,7 @@[0m
[32m+[0m
 b
 x  
[31m-A[0m
[32m+int f()[0m
 x	y
[32m+A[0m
[32m+x	y[0m
\ No newline at end of file
=> 1
#443
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#444
14a15
> A
17d17
< a
28c28
< int f()
---
> 
=> 1
#445
1a2
> {
12c13
< longer line of text here
---
> longer line of text here
\ No newline at end of file
=> 1
#446
=> 0
#447
#1
c
#1
#1
|b
b
=> 1
#448
1a2
> A
\ No newline at end of file
=> 1
#449
--- f
+++ g
@@ -9,4 +9,4 @@
 A
+ab
 b
 x	y
-int f()
\ No newline at end of file
=> 1
#450
2c2
< b
---
> x  
10d9
< A
11a11
> 
=> 1
#451
=> 0
#452
  x|
a|
.|
.|
a|
.|
#1|
b|
	t|
a b|
  x|
{|
é|
c|
a b|
	t|
=> 1
#453
0a1
> é
=> 1
#454
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#455
*** f
--- g
***************
*** 7,12 ****
--- 7,13 ----
  {
  a
  x	y
+ x	y
  A
  é
  .
=> 1
#456
0a1
>   x
=> 1
#457
=> 0
#458
b								b
a								a
b								b
ab								a								b
a b								a b
#1								#1
							      >	longer line of text here
a b								a b
int f()								int f()
{								{
a  b								a  b
A								A
.								.
longer line of text here					longer line of text here
{								{
a								a
A								A
{								{
	t								t
.								.
	t								t

longer line of text here					longer line of text here
a								a
b								b
a b								a b
int f()								int f()
x	y							x	y
a b								a b
longer line of text here					longer line of text here
b								b
=> 1
#459
a  b|
a b|
A|
a b|
=> 1
#460
12c12
< a
---
> A
24a25
>   x
=> 1
#461
=> 0
#462
--- f
+++ g
@@ -1,4 +1,4 @@
-{
+é
 {
 ab
-é
+é
\ No newline at end of file
=> 1
#463
1c1,2
< b
---
> A
> x	y
3c4
< é
---
> 	t
=> 1
#464
=> 0
#465
0a1
> #1
3c4,5
< x	y
---
> ab
> ab
=> 1
#466
1d0
< longer line of text here
4a4,5
> é
> x	y
=> 1
#467
=> 0
#468
[36m3c3[0m
[31m< x	y[0m
---
[32m> 	t[0m
=> 1
#469
3c3
< .
---
> ab
5c5
< a
---
> a b
8d7
<   x
=> 1
#470
b								b
{								{
x	y							x	y
A								A
=> 0
#471
Files f and g are identical
=> 0
#472
3d
=> 1
#473
#474
=> 0
#475
2a3
> 	t
4c5,6
< A
\ No newline at end of file
---
> A
> longer line of text here
\ No newline at end of file
=> 1
#476
0a1,2
> c
> b
=> 1
#477
1c
longer line of text here
int f()
.
diff: g: No newline at end of file

=> 2
#478
[36m1a2,3[0m
[32m> {[0m
[32m> {[0m
=> 1
#479
.								.
=> 0
#480
--- f
+++ g
@@ -2 +2 @@
-a  b
+x	y
@@ -3,0 +4 @@
+
=> 1
#481
1c1,3
< .
\ No newline at end of file
---
> é
>
> .
=> 1
#482
d3 1
a3 1
a  b
d11 1
a16 1
.
d26 1
=> 1
#483
=> 0
#484
=> 0
#485
=> 0
#486
=> 0
#487
Files f and g differ
=> 1
#488
#489
*** f
--- g
***************
*** 1,12 ****
! A
  longer line of text here
  
  x	y
  c
  é
! A
  é
  a
- #1
  int f()
! A
--- 1,12 ----
!   x
  longer line of text here
  
+ #1
  x	y
  c
  é
! #1
  é
  a
  int f()
! A
\ No newline at end of file
=> 1
#490
1a2
> b
=> 1
#491
Files f and g differ
=> 1
#492
*** f
--- g
***************
*** 1,10 ****
  longer line of text here
! b
  a  b
  a
  b
! ab
! a  b
  A
    x
  c
--- 1,10 ----
  longer line of text here
! x	y
  a  b
  a
  b
! a b
! 
  A
    x
  c
=> 1
#493
=> 0
#494
--- f
+++ g
@@ -24,3 +24,2 @@
 a  b
-  x
 b
=> 1
#495
16d15
< x  
22a22
> x  
25d24
<   x
=> 1
#496
=> 0
#497
1,2c1
< #1
< 
---
> a
3a3
> x	y
=> 1
#498
=> 0
#499
2a3
> longer line of text here
3a5
> #1
=> 1
#500
A							      |	{

  x							      |	x	y
#1								#1
=> 1
#501
  x								  x
x	y							x	y
a								a
#1								#1
							      >	é
int f()								int f()
.								.
c								c
a b							      |	a								b
x  							      <

int f()								int f()
ab								a								b
=> 1
#502
[1m--- f[0m
[1m+++ g[0m
[36m@@ -2,3 +2,2 @@[0m
 longer line of text here
[31m-c[0m
 b
=> 1
#503
b								b
ab								a								b
x  								x  
a								a
	t								t
.								.
x	y							x	y
b								b

  x								  x
ab								a								b
c								c
	t								t
#1								#1
c								c
A								A
.								.
ab								a								b
	t								t
é								é
.								.
é								é
A								A
.								.
.								.
#1								#1
.								.
a b								a b
é								é
é								é
=> 0
#504
=> 0
#505
0a1
> {
=> 1
#506
*** f
--- g
***************
*** 1,4 ****
! x  
  a  b
  b
  int f()
--- 1,4 ----
! c
  a  b
  b
  int f()
***************
*** 6,12 ****
  x  
  int f()
  	t
- a b
    x
  a b
    x
--- 6,12 ----
  x  
  int f()
  	t
    x
+ 
  a b
    x
=> 1
#507
--- f
+++ g
@@ -1,4 +1,5 @@
 x	y
 longer line of text here
 b
+a
 a b
=> 1
#508
#509
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#510
11a12
> longer line of text here
17,18d17
< x	y
< #1
=> 1
#511
0a1,3
> x  
>   x
> .
=> 1
#512
*** f
--- g
***************
*** 1,12 ****
  	t
    x
  int f()
  A
  ab
  x	y
-   x
  ab
  
    x
! longer line of text here
  x	y
--- 1,12 ----
  	t
    x
+ b
  int f()
  A
  ab
  x	y
  ab
  
    x
! x  
  x	y
=> 1
#513
1,2c1,2
< 
< ab
---
> A
> .
=> 1
#514
=> 0
#515
#516
*** f
--- g
***************
*** 1,4 ****
  
-   x
  c
  
--- 1,4 ----
  
  c
+ b
  
=> 1
#517
=> 0
#518
=> 0
#519
=> 0
#520
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#521
=> 0
#522
=> 0
#523
Files f and g differ
=> 1
#524
0a1,3
> é
> 	t
> c
=> 1
#525
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#526
*** f
--- g
***************
*** 1 ****
- 	t
--- 0 ----
=> 1
#527
=> 0
#528
1,3c1
< b
< a
< c
---
> é
4a3,4
> a  b
> c
\ No newline at end of file
=> 1
#529
12c12,14
< b
---
> {
> a  b
> b
\ No newline at end of file
=> 1
#530
6,8c6
< #1
< c
< 	t
---
> A
=> 1
#531
#532
  x								  x
a							      |	{
[32m							      >
[0m.								.
	t						      /	.
=> 1
#533
b																	b
longer line of text here											longer line of text here
A																	A
	t																	t
=> 0
#534
--- f
+++ g
@@ -0,0 +1 @@
+é
=> 1
#535
0a1
> c
=> 1
#536
--- f
+++ g
@@ -17,7 +17,6 @@
 a b
 {
 
-A
 {
 ab
 x	y
=> 1
#537
*** f
--- g
***************
*** 0 ****
--- 1,2 ----
+ a+ b
+ a  b
=> 1
#538
Files f and g differ
=> 1
#539
=> 0
#540
0a1,2
> a  b
> ab
=> 1
#541
a
c
x  
c
  x
x	y
{
b
	t
c
int f()
a b
a b
ab
x	y
c
a  b
longer line of text here
x	y
.
.
x  
é
a b
é
x  
.
x  
ab
	t
=> 0
#542
1,2d0
< c
< .
11d8
< ab
30c27,28
< ab
\ No newline at end of file
---
> ab
> é
=> 1
#543
1c1,2
< b
---
> {
> ab
=> 1
#544
[36m0a1,2[0m
[32m>	a b[0m
[32m>	  x[0m
\ No newline at end of file
=> 1
#545
	t
c
é
A
=> 0
#546
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#547
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#548
{								{
x	y							x	y

  x								  x
a  b								a  b
b								b
b								b
int f()								int f()
	t								t
  x								  x
	t								t
é								é
#1								#1
a								a
int f()								int f()
a								a
	t								t
longer line of text here					longer line of text here
  x								  x
a								a
c								c
  x								  x
a b								a b
longer line of text here					longer line of text here
#1								#1
a b								a b
A								A
longer line of text here					longer line of text here
	t								t
a								a
=> 0
#549
x  							      |	é
=> 1
#550
=> 0
#551
3a4,5
> A
> {
=> 1
#552
*** f
--- g
***************
*** 1 ****
- 
--- 0 ----
=> 1
#553
#554
d1 1
a1 1
é
d4 1
=> 1
#555
=> 0
#556
é
|a  b
c
x  

int f()
a  b
.

  x
ab
.
=> 1
#557
int f()
#ifndef X
a  b
#else /* X */

int f()
#endif /* X */
a
x  
=> 1
#558
1d0
< x	y
=> 1
#559
1c
longer line of text here
	t
.
=> 1
#560
0a1
> x  
4d4
< .
=> 1
#561
27a
..
.
s/.//
2c
a  b
.
=> 1
#562
[36m1d0[0m
[31m< c[0m
=> 1
#563
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#564
1a2
> int f()
10,12c11
< .
< 
< a b
---
> a  b
=> 1
#565
+  1a b
A
+  3c
x  
int f()
+  6ab
c
=> 1
#566
--- f
+++ g
@@ -0,0 +1 @@
+int f()
=> 1
#567
2a3,4
> #1
> x  
=> 1
#568
=> 0
#569
4c4
< a b
---
> a b
\ No newline at end of file
=> 1
#570
10c10
<	{
---
>		t
=> 1
#571
4d3
< {
7d5
< int f()
27d24
< a b
30c27,28
< c
\ No newline at end of file
---
> A
> c
=> 1
#572
2a3
> a  b
=> 1
#573
	t						      |	c
							      >	  x
=> 1
#574
*** f
--- g
***************
*** 1 ****
--- 1,2 ----
+ a b
  ab
=> 1
#575
1c1
< b
---
> a
5a6
> {
10a12
> longer line of text here
11a14
> a  b
=> 1
#576
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#577
*** f
--- g
***************
*** 1 ****
--- 1,5 ----
+ longer line of text here
+ c
+ #1
+ 	t
  	t
=> 1
#578
0a1,2
> x	y
> longer line of text here
=> 1
#579
=> 0
#580
=> 0
#581
=> 0
#582
*** f
--- g
***************
*** 22,24 ****
  
- a
  é
--- 22,23 ----
=> 1
#583
7d6
< 
=> 1
#584
=> 0
#585
=> 0
#586
3c3
< é
---
> a b
=> 1
#587
*** f
--- g
***************
*** 3,8 ****
--- 3,9 ----
  longer line of text here
  A
  #1
+   x
  é
  a b
  x  
***************
*** 10,16 ****
--- 11,19 ----
  x  
  	t
  A
+ c
  #1
+ a  b
  
  int f()
  A
***************
*** 19,24 ****
--- 22,28 ----
  é
  	t
  a
+ b
  x  
  a
    x
***************
*** 27,30 ****
  a b
  b
  a  b
! b
\ No newline at end of file
--- 31,34 ----
  a b
  b
  a  b
! b
=> 1
#588
-longer line of text here
+  1A
+  2.
=> 1
#589
30c30
< {
\ No newline at end of file
---
> {
=> 1
#590
=> 0
#591
=> 0
#592
1d0
< int f()
2a2
> a
5d4
< a
=> 1
#593
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#594
8a9,10
> longer line of text here
> c
10d11
< 	t
=> 1
#595
--- f
+++ g
@@ -0,0 +1 @@
+
=> 1
#596
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#597
*** f
--- g
***************
*** 1,4 ****
  a b
! é
! c
!   x
--- 1,3 ----
  a b
! a! b
! c
\ No newline at end of file
=> 1
#598
							      >	a b
x  								x  
=> 1
#599
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#600
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#601
*** f
--- g
***************
*** 1,4 ****
    x
  ab
! 
! a  b
--- 1,6 ----
    x
  ab
! 	t
! x	y
! é
! .
=> 1
#602
30c30
< 	t
---
> x	y
=> 1
#603
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#604
2a

.
1d
diff: f: No newline at end of file

=> 2
#605
longer line of text here					longer line of text here=> 0
#606
=> 0
#607
=> 0
#608
1,2c1
< a  b
< #1
---
> 
=> 1
#609
*** f
--- g
***************
*** 1,3 ****
  int f()
- c
  a
--- 1,2 ----
***************
*** 9,12 ****
  x	y
  #1
  b
! longer line of text here
--- 8,12 ----
  x	y
+ c
  #1
  b
! ab
=> 1
#610
1d0
< longer line of text here
6d4
< A
7a6
>   x
11d9
< a
=> 1
#611
*** f
--- g
***************
*** 6 ****
--- 7 ----
+		t
***************
*** 9 ****
-	b
--- 9 ----
***************
*** 15,16 ****
-	{
-	.
--- 14 ----
***************
*** 30 ****
!	A
\ No newline at end of file
--- 28 ----
!	A
=> 1
#612
10,11c10,12
< b
< A
---
> c
> é
> a b
=> 1
#613
=> 0
#614
#615
A
{
#1
c
  x
|	t
a
  x
longer line of text here
x  
.
.
c
x	y
|
	t
a  b
.

é
{
int f()
é
|longer line of text here
a  b
x	y
A
a  b
a
.
.

#1
=> 1
#616
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#617
=> 0
#618
1c1
< a b
---
> x  
=> 1
#619
=> 0
#620
*** f
--- g
***************
*** 1,12 ****
  x	y
  a
  longer line of text here
- b
- 	t
-   x
  	t
  x  
  
- é
  x	y
! ab
\ No newline at end of file
--- 1,11 ----
  x	y
  a
  longer line of text here
  	t
+ a b
+ x  
  x  
  
  x	y
! x	y
! ab
=> 1
#621
--- f
+++ g
@@ -1 +1,3 @@
 #1
+A
+int f()
=> 1
#622
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#623
0a1
> int f()
=> 1
#624
[36m2a3[0m
[32m> é[0m
=> 1
#625
1c1
< a b
---
> .
=> 1
#626
3a
a b
.
=> 1
#627
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#628
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#629
#ifndef X
A
#else /* X */
c
#1
#endif /* X */
=> 1
#630
1c1,2
<   x
---
> ab
> 
4c5
< x  
---
> x  
\ No newline at end of file
=> 1
#631
3a4,5
> x	y
> int f()
4a7
> .
=> 1
#632
=> 0
#633
A
a  b
|longer line of text here
a
|longer line of text here
=> 1
#634
*** f
--- g
***************
*** 1,4 ****
! b
  .
  A
  	t
--- 1,4 ----
! a  b
  .
  A
  	t
=> 1
#635
a
x	y
|
a b
x	y
|x	y
é
=> 1
#636
[36m0a1[0m
[32m> é[0m
=> 1
#637
0a1
> x  
=> 1
#638
2,3c2,3
< a  b
< #1
---
> 
> 
4a5
> b
=> 1
#639
0a1,3
> c
> c
> a b
\ No newline at end of file
=> 1
#640
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#641
[36m1a2[0m
[32m> a[0m
[36m11a13[0m
[32m> #1[0m
[36m14c16[0m
[31m< b[0m
---
[32m> {[0m
=> 1
#642
6a7
> é
12c13,14
< a b
---
> 
> a b
\ No newline at end of file
=> 1
#643
12a13
> é
\ No newline at end of file
=> 1
#644
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#645
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#646
13c13
< longer line of text here
---
> {
16a17
> longer line of text here
=> 1
#647
10c10
< longer line of text here
---
> c
=> 1
#648
#ifdef X
        t
a  b
#endif /* X */
a  b
ab
a  b
a b
=> 1
#649
=> 0
#650
--- f
+++ g
@@ -2 +1,0 @@
-#1
=> 1
#651
[36m0a1[0m
[32m> a  b[0m
=> 1
#652
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#653
=> 0
#654
c
=> 0
#655
0a1
> ab
\ No newline at end of file
=> 1
#656
=> 0
#657
=> 0
#658
=> 0
#659
=> 0
#660
	t						      |	#1
  x								  x
c							      /	c
x	y						      <
=> 1
#661
0a1
> x  
=> 1
#662
c
-b
-.
+  2{
+  3é
x  
=> 1
#663
[1m*** f[0m
[1m--- g[0m
***************
[36m*** 7 ****[0m
[31m! é[0m
[36m--- 7 ----[0m
[32m! a[0m
***************
[36m*** 11 ****[0m
[31m! [0m
[36m--- 11,12 ----[0m
[32m! .[0m
[32m! {[0m
=> 1
#664
=> 0
#665
*** f
--- g
***************
*** 1,3 ****
  .
- .
  x	y
--- 1,2 ----
***************
*** 11,12 ****
--- 10,12 ----
  
+   x
  	t
=> 1
#666
[36m26c26[0m
[31m<	.[0m
---
[32m>	[0m
=> 1
#667
6a7
> longer line of text here
8a10
> c
10,11c12
< a
< A
---
> a b
=> 1
#668
=> 0
#669
15c15
< .
---
> longer line of text here
=> 1
#670
1d0
< 	t
=> 1
#671
							      >	é
=> 1
#672
3,4c3
<	longer line of text here
<	.
---
>	.
\ No newline at end of file
=> 1
#673
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#674
--- f
+++ g
@@ -1 +0,0 @@
-#1
=> 1
#675
=> 0
#676
.                                                                  .
b                                                                  b
longer line of text here                                           longer line of text here
x                                                                  x  
=> 0
#677
0a1
> A
3a5,6
> #1
> b
=> 1
#678
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#679
x	y							x	y
  x								  x
#1								#1
{								{
A								A
							      >	a  b
x	y							x	y
  x								  x
  x								  x
a b								a b
é								é
é								é
{								{
=> 1
#680
1c1
< int f()
---
> int f()
\ No newline at end of file
=> 1
#681
1c1,2
< x  
---
> longer line of text here
> a b
=> 1
#682
12d11
<   x
26a26
> c
28,30c28
<   x
< A
< é
\ No newline at end of file
---
> é
=> 1
#683
.
ab
|.
	t
c
|ab
{
=> 1
#684
[36m1a2,3[0m
[32m> {[0m
[32m>   x[0m
[36m7c9[0m
[31m< x	y[0m
---
[32m> a b[0m
=> 1
#685
2a3
> a  b
4a6
> b
\ No newline at end of file
=> 1
#686
[36m3c3[0m
[31m< #1[0m
---
[32m> a[0m
=> 1
#687
*** f
--- g
***************
*** 6 ****
! a b
--- 6 ----
! .
***************
*** 8 ****
- a b
--- 7 ----
=> 1
#688
--- f
+++ g
@@ -1,0 +2 @@
+  x
=> 1
#689
1,2d0
< A
< a b
3a2,3
> a b
> longer line of text here
=> 1
#690
=> 0
#691
7c7
< int f()
---
> A
8a9
> a
20d20
< .
=> 1
#692
1c1
< a  b
---
> a b
6d5
< c
11,12c10,11
< é
< {
\ No newline at end of file
---
> a b
> {
=> 1
#693
#694
Files f and g differ
=> 1
#695
1c1,2
< .
\ No newline at end of file
---
> x	y
>   x
=> 1
#696
--- f
+++ g
@@ -4,9 +4,7 @@
 .
 b
 	t
-x  
 A
-  x
 c
 a b
-	t
\ No newline at end of file
+	t
=> 1
#697
=> 0
#698
a0 1
  x=> 1
#699
2c2,3
< é
---
> longer line of text here
> A
=> 1
#700
1c1,2
< a  b
---
> ab
> A
=> 1
#701
[36m0a1,2[0m
[32m>   x[0m
[32m> {[0m
=> 1
#702
#ifdef X
#1
#endif /* X */
=> 1
#703
6d5
< a b
14a14
> {
29d28
< .
=> 1
#704
d1 1
a2 1
a
d4 1
a4 1
longer line of text here=> 1
#705
4c4
< .
---
> .
\ No newline at end of file
=> 1
#706
27c26
< a  b
---
> x  
=> 1
#707
--- f
+++ g
@@ -0,0 +1 @@
+
=> 1
#708
1a2
> .
=> 1
#709
=> 0
#710
22a23
> é
25d25
< 	t
=> 1
#711
*** f
--- g
***************
*** 1 ****
--- 2,3 ----
+ 
+ c
=> 1
#712
|x  
b
#1
|#1
a
int f()
|a b
.
=> 1
#713
=> 0
#714
1c1
< 
---
> b
3a4
> a  b
10a12
> b
=> 1
#715
4d3
< a
6a6
> A
=> 1
#716
#1|
  x|
b|
=> 1
#717
*** f
--- g
*************** int f()
*** 10,16 ****
  A
  #1
  int f()
! x  
  longer line of text here
  
  
--- 10,16 ----
  A
  #1
  int f()
! x	y
  longer line of text here
  
  
*************** longer line of text here
*** 20,26 ****
  .
  
  ab
! ab
  
  ab
  {
--- 20,26 ----
  .
  
  ab
! 	t
  
  ab
  {
=> 1
#718
#719
--- f
+++ g
@@ -17,7 +17,9 @@
 A
 	t
 #1
+.
 x	y
+a b
 .
 {
 {
@@ -26,5 +28,4 @@
 b
 #1
 x	y
-b
-x	y
+A
=> 1
#720
=> 0
#721
3d2
< 
7d5
< int f()
11a10
> c
=> 1
#722
[36m6c6[0m
[31m< a[0m
---
[32m> a  b[0m
=> 1
#723
[36m0a1[0m
[32m> 	t[0m
=> 1
#724
*** f
--- g
***************
*** 1,4 ****
  ab
- longer line of text here
- .
  a
--- 1,2 ----
=> 1
#725
=> 0
#726
Files f and g differ
=> 1
#727
=> 0
#728
=> 0
#729
4d
2a
..
.
s/.//
=> 1
#730
=> 0
#731
12c12
< 	t
---
> .
=> 1
#732
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#733
1d0
< b
=> 1
#734
*** f
--- g
***************
*** 1 ****
! é
--- 1 ----
! c
\ No newline at end of file
=> 1
#735
longer line of text here					longer line of text here
x	y						      |	c
ab								a								b
{								{
=> 1
#736
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ A
=> 1
#737
1c1
< int f()
---
> b
=> 1
#738
--- f
+++ g
@@ -1 +0,0 @@
-x	y
\ No newline at end of file
=> 1
#739
*** f
--- g
***************
*** 3 ****
! int f()
--- 3 ----
! longer line of text here
=> 1
#740
#741
20a21
> a
24a26
> c
=> 1
#742
=> 0
#743

a  b
a
-{+  4{
+  5#1
+  6c
=> 1
#744
2a3
> a b
=> 1
#745
a  b
+  2a b
a  b
longer line of text here
#1
.
longer line of text here
b
a b
b
+ 11        t
a b
x  
+ 14
=> 1
#746
{								{
  x								  x
b							      <

=> 1
#747
0a1
>   x
=> 1
#748
0a1
> x  
=> 1
#749
longer line of text here											longer line of text here
c																	c
{																	{
a  b																a  b
=> 0
#750
[1m*** f[0m
[1m--- g[0m
***************
[36m*** 3 ****[0m
[31m- {[0m
[36m--- 2 ----[0m
***************
[36m*** 9 ****[0m
[36m--- 9,10 ----[0m
[32m+ b[0m
[32m+ a[0m
***************
[36m*** 27 ****[0m
[31m! longer line of text here[0m
[36m--- 28 ----[0m
[32m! A[0m
=> 1
#751
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#752
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#753
--- f
+++ g
@@ -3,2 +3,3 @@
 longer line of text here
+ab
 	t
=> 1
#754
*** f
--- g
***************
*** 1 ****
! ab
--- 1,4 ----
! b
! 	t
! b
! .
=> 1
#755
11d10
< x  
=> 1
#756
=> 0
#757
1c1
< x	y
---
> .
3c3
< longer line of text here
---
> {
9a10
> é
11c12
< a b
---
> ab
=> 1
#758
=> 0
#759
*** f
--- g
***************
*** 0 ****
--- 1,2 ----
+   x
+ a
=> 1
#760
c|
é|
  x|
c|
	t|
ab|
a|
é|
A|
	t|
a  b|
longer line of text here|
a  b|
b|
a b|
int f()|
|
a b|
|
	t|
a  b|
x	y|
	t|
int f()|
A|
{|
.|
.|
{|
	t|
ab|
	t|
=> 1
#761
1a2
> c
=> 1
#762
--- f
+++ g
@@ -3,2 +3,2 @@
 a  b
-é
+é
\ No newline at end of file
=> 1
#763
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#764
=> 0
#765
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ ab
=> 1
#766
=> 0
#767
6a7
> 	t
23c24
< é
---
> x  
=> 1
#768
*** f
--- g
***************
*** 1,4 ****
  #1
- {
  b
  b
--- 1,6 ----
  #1
  b
+ a b
+ x  
  b
+ longer line of text here
=> 1
#769
1a2
> a b
12d12
< a  b
=> 1
#770
4c4
< {
\ No newline at end of file
---
> {
=> 1
#771
15a16
> b
26a28
> x  
=> 1
#772
4c4
< longer line of text here
---
> longer line of text here
\ No newline at end of file
=> 1
#773
=> 0
#774
*** f
--- g
***************
*** 1 ****
- é
--- 0 ----
=> 1
#775
0a1
> longer line of text here
=> 1
#776
25a26
>   x
=> 1
#777
#778
1d0
< a  b
=> 1
#779
*** f
--- g
***************
*** 0 ****
--- 1 ----
+   x
=> 1
#780
=> 0
#781
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#782
#ifndef X
c
#endif /* ! X */
=> 1
#783
Files f and g differ
=> 1
#784
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#785
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#786
0a1
> 	t
=> 1
#787
--- f
+++ g
@@ -1,4 +1,5 @@
 x	y
-
-ab
+int f()
+c
+longer line of text here
 .
=> 1
#788
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#789
  x|
|
x	y|
.|
longer line of text here|
.|
	t|
é|
longer line of text here|
a  b|
longer line of text here|
ab|
a b|
é|
int f()|
x	y|
a|
A|
int f()|
{|
longer line of text here|
ab|
b|
a|
a b|
	t|
#1|
a|
#1|
c|
Files f and g are identical
=> 0
#790
1a2
> a  b
\ No newline at end of file
=> 1
#791
[36m1a2,4[0m
[32m> a[0m
[32m> x	y[0m
[32m> a b[0m
=> 1
#792
{								{
	t								t
{							      <
int f()								int f()
=> 1
#793
4c4
< A
---
> #1
6d5
< b
9d7
< int f()
12c10
< x	y
---
> x	y
\ No newline at end of file
=> 1
#794
10,11c10
< int f()
< #1
---
> ab
=> 1
#795
	t|
=> 0
#796
#1|
ab|
x  |
a  b|
a  b|
é|
.|
	t|
.|
	t|
x	y|
A|
=> 0
#797
0a1
>	a  b
=> 1
#798
  x			  x
int f()			int f()
a  b			a  b
  x			  x
#1			#1
.			.
c		   |	.
#1			#1
{			{
{			{
int f()			int f()
#1			#1
A			A
c			c
longer line of t	longer line of t
longer line of t	longer line of t
  x			  x
c			c

	t			t
.			.
é			é
longer line of t	longer line of t
x	y		x	y
c			c
a b			a b
a  b			a  b
x	y		x	y

longer line of t   <
=> 1
#799
=> 0
#800
#801
23d22
< int f()
=> 1
#802
c|
c|
longer line of text here|
x  |
é|
longer line of text here|
a|
x	y|
int f()|
c|
b|
|
=> 1
#803
*** f
--- g
***************
*** 2,11 ****
--- 2,13 ----
  #1
  longer line of text here
  b
+ {
  	t
  a
  #1
  c
+ {
  #1
  c
  a
=> 1
#804
*** f
--- g
***************
*** 1,4 ****
- A
  b
  {
  int f()
--- 1,3 ----
=> 1
#805
7a8
> longer line of text here
=> 1
#806
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#807
=> 0
#808
=> 0
#809
0a1
> int f()
=> 1
#810
=> 0
#811
0a1
> é
\ No newline at end of file
=> 1
#812
=> 0
#813
1a2
> x	y
14a16
> longer line of text here
17a20
> {
=> 1
#814
29a30
> 
=> 1
#815
0a1,2
> x  
> a b
=> 1
#816
11c11
< A
---
> 	t
17a18
> x  
=> 1
#817
#818
0a1
> x       y
4a6
> 
=> 1
#819
*** f
--- g
***************
*** 1 ****
! x	y
--- 1,2 ----
! .
! #1
=> 1
#820
1a2
> c
20c21
< x  
---
> .
28c29
< c
---
> .
30c31
<   x
---
>   x
\ No newline at end of file
=> 1
#821
b								b
x	y							x	y
ab								a								b
.								.
#1								#1
{							      |	x  
é								é
a							      |	x  

a b								a b
a b								a b
ab								a								b
=> 1
#822
0a1
> longer line of text here
=> 1
#823
1c1,4
< c
---
> #1
> x  
>   x
> A
=> 1
#824
							      >	a b
=> 1
#825
2a3
> {
=> 1
#826
1a2,3
>   x
> longer line of text here
=> 1
#827
4c4
< 
---
> x  
=> 1
#828
8a9
> longer line of text here
14a16,17
> 
> a b
20a24
> int f()
=> 1
#829
*** f
--- g
***************
*** 0 ****
--- 1,2 ----
+ a  b
+ a  b
\ No newline at end of file
=> 1
#830
1c1
< 
---
> x	y
=> 1
#831
3c3
< ab
---
> 	t
5,6c5
< é
< longer line of text here
---
> A
12c11
<   x
\ No newline at end of file
---
>   x
=> 1
#832
--- f
+++ g
@@ -27,4 +27,4 @@
 c
 	t
 A
-  x
\ No newline at end of file
+  x
=> 1
#833
*** f
--- g
***************
*** 3 ****
- c
--- 2 ----
***************
*** 6 ****
--- 6 ----
+ x	y
***************
*** 12 ****
--- 13 ----
+ {
***************
*** 29 ****
! int f()
--- 30 ----
! #1
=> 1
#834
1d0
< ab
4c3
< #1
\ No newline at end of file
---
> #1
=> 1
#835
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#836
3a4
> longer line of text here
12d12
<   x
30d29
< a
=> 1
#837
0a1
> .
=> 1
#838
=> 0
#839
3,4c3,4
< int f()
< longer line of text here
---
> é
> 
=> 1
#840
*** f
--- g
***************
*** 9 ****
- b
--- 8 ----
***************
*** 11 ****
--- 11 ----
+ x	y
***************
*** 30 ****
! {
\ No newline at end of file
--- 30 ----
! {
=> 1
#841
--- f
+++ g
@@ -0,0 +1,2 @@
+#1
+ab
=> 1
#842
=> 0
#843
1d
=> 1
#844
1a2,3
> a
>   x
=> 1
#845

a  b								a  b
  x								  x
  x								  x
=> 0
#846
*** f
--- g
***************
*** 1,7 ****
  a
  ab
  
! é
  {
  c
  é
--- 1,7 ----
  a
  ab
  
! a
  {
  c
  é
=> 1
#847
=> 0
#848
4a5
> #1
5a7,8
> ab
> a
12d14
< a
=> 1
#849
=> 0
#850
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#851
*** f
--- g
***************
*** 0 ****
--- 1,3 ----
+ int f()
+ a  b
+ ab
=> 1
#852
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#853
1,2d0
<   x
< .
4c2,4
< a  b
---
> x  
> a
> é
=> 1
#854
2c2
< ab
---
> A
4a5
> b
=> 1
#855
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#856
=> 0
#857
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#858
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#859
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#860
12c12,13
< 	t
---
>   x
> 	t
\ No newline at end of file
=> 1
#861
=> 0
#862
4d3
< A
9d7
< a
11a10
> .
18d16
< longer line of text here
=> 1
#863
2a3
> ab
4d4
< ab
\ No newline at end of file
=> 1
#864
int f()
A
x  
  x

|ab
int f()
{
  x
{
é

a b
x  

x	y
c
a
a  b
.
longer line of text here
	t
longer line of text here
longer line of text here
a b
	t
b
c
|longer line of text here
{
=> 1
#865
0a1,2
> a  b
> b
=> 1
#866
c                                                               <
=> 1
#867
=> 0
#868
1c1,2
< é
---
> longer line of text here
> é
\ No newline at end of file
=> 1
#869
1a2,3
> x	y
> #1
=> 1
#870
=> 0
#871
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#872
=> 0
#873
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#874
=> 0
#875
--- f
+++ g
@@ -10,3 +10,4 @@
 x  
 longer line of text here
 ab
+	t
=> 1
#876
--- f
+++ g
@@ -0,0 +1,2 @@
+longer line of text here
+longer line of text here
=> 1
#877
3a4
> a  b
5a7
> ab
7c9
< b
---
> x  
12c14
< {
---
> {
\ No newline at end of file
=> 1
#878
*** f
--- g
***************
*** 1,6 ****
  x	y
  a
! int f()
  
    x
  int f()
--- 1,6 ----
  x	y
  a
! a  b
  
    x
  int f()
***************
*** 16,23 ****
  x  
  é
  b
- c
  int f()
  A
  a b
  c
--- 16,23 ----
  x  
  é
  b
  int f()
+ 	t
  A
  a b
  c
***************
*** 27,30 ****
  longer line of text here
  int f()
  A
! x	y
\ No newline at end of file
--- 27,30 ----
  longer line of text here
  int f()
  A
! x	y
=> 1
#879
#ifdef X
a b
#endif /* X */
é
=> 1
#880
#881
1c1
< a  b
---
> longer line of text here
=> 1
#882
1d0
< #1
=> 1
#883
--- f
+++ g
@@ -1 +1,3 @@
 b
+x  
+c
=> 1
#884
--- f
+++ g
@@ -1 +1,2 @@
+a
 é
=> 1
#885
=> 0
#886
=> 0
#887
0a1
> {
\ No newline at end of file
=> 1
#888
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#889
--- f
+++ g
@@ -1,0 +2 @@
+int f()
=> 1
#890
1d0
< {
4d2
< A
=> 1
#891
19c19
< a  b
---
> .
29,30c29
< x  
< a b
---
> a b
\ No newline at end of file
=> 1
#892
2a3,4
> b
> {
4d5
< a
24d24
< 	t
27a28
> c
=> 1
#893
=> 0
#894
=> 0
#895
11c11
< é
---
> 	t
=> 1
#896
=> 0
#897
12c12
< .
\ No newline at end of file
---
> .
=> 1
#898
=> 0
#899
0a1,2
> 	t
> b
2,4d3
< #1
< .
<   x
=> 1
#900
0a1
> A
=> 1
#901
0a1,2
>   x
> 
=> 1
#902
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#903
a b								a b
a								a
c								c
x  								x  
c								c
b								b
a							      |	#1
							      >	é
x	y							x	y
c							      <
ab								a								b
int f()								int f()
#1							      |	int f()
x  								x  
c								c
	t								t
b								b
é								é
a  b								a  b
#1								#1
b								b
x	y							x	y
é								é

a b								a b
longer line of text here					longer line of text here
A								A
a  b								a  b
x  								x  
	t								t
							      >
=> 1
#904
							      >	int f()
							      >	a
							      >	a b

=> 1
#905
7d6
< c
=> 1
#906
*** f
--- g
***************
*** 8,16 ****
  A
  	t
  x	y
! 	t
  é
- 
  a  b
  c
  	t
--- 8,15 ----
  A
  	t
  x	y
! a
  é
  a  b
  c
  	t
=> 1
#907
=> 0
#908
é								é
=> 0
#909
1d0
< ab
=> 1
#910
=> 0
#911
=> 0
#912
=> 0
#913
*** f
--- g
***************
*** 1 ****
- #1
\ No newline at end of file
--- 0 ----
=> 1
#914
  x								  x
a b							      |	a
é								é
#1								#1
c								c
a b								a b
x	y							x	y
int f()								int f()
int f()								int f()
a  b								a  b
a  b								a  b
x  							      /	x  
=> 1
#915
0a1,2
>   x
> b
=> 1
#916
=> 0
#917
1a2,3
> 	t
> a
=> 1
#918
3c3,4
< A
---
> 	t
> .
=> 1
#919
=> 0
#920
0a1
> é
4c5,6
< x	y
---
> 	t
> .
=> 1
#921
Files f and g differ
=> 1
#922
0a1
> b
=> 1
#923
11d10
< #1
27c26
< #1
---
> int f()
=> 1
#924
=> 0
#925
.
{

a b
a b
é
a b
  x
a  b
	t
#1
	t
	t
b
int f()
c
ab
{
{
|A

|#1
longer line of text here
	t
longer line of text here
a  b
ab
é
a b
  x
x	y
b
=> 1
#926
1d
=> 1
#927
a  b								a  b
#1								#1

.								.
é								é
é								é
longer line of text here					longer line of text here
longer line of text here				      |	int f()
a								a
é								é
c								c
b								b
ab								a								b
ab								a								b
{								{
longer line of text here					longer line of text here
a								a
							      >	b
{								{
x	y						      <
.								.
A								A
longer line of text here					longer line of text here
c								c
							      |	a								b
{								{
ab								a								b
b								b
#1								#1
b								b

=> 1
#928
[36m1a2,3[0m
[32m> {[0m
[32m> a  b[0m
=> 1
#929
=> 0
#930
10d9
< c
17a17
> a
21c21
< 	t
---
> .
=> 1
#931
11c
ab
.
5d
1a
  x
.
diff: f: No newline at end of file

=> 2
#932
3a4
> c
12c13
< longer line of text here
---
> é
=> 1
#933
=> 0
#934
1a2
> a  b
12c13
< {
---
> x  
\ No newline at end of file
=> 1
#935
2a3,4
> x	y
> b
=> 1
#936
c							      |	a b
							      >	a								b
=> 1
#937
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#938
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#939
=> 0
#940
							      >	{
							      >	a								b=> 1
#941
10d
4c
b
.
1d
=> 1
#942
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#943
	t																	t
.																<
a b																	a b

A																	A
  x																	  x
	t																	t
#1																	#1
x  																	x  
x  																	x  
int f()																int f()
																>	#1
																>	a

a  b																a  b
A																	A
{																	{
a																	a
x  																	x  
#1																	#1
c																	c
A																	A
int f()																int f()

c																	c
.																	.
x	y																x	y
.																	.
b																	b
é																|	x  
longer line of text here											longer line of text here
	t																	t
=> 1
#944
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#945
0a1
> int f()
=> 1
#946
é								é
longer line of text here					longer line of text here
é								é
x  								x  
a  b								a  b
.								.
  x								  x
a  b								a  b
a b								a b
A								A
A								A
a								a
=> 0
#947
1c1,2
< 	t
---
> {
> int f()
=> 1
#948
0a1,2
> 
> é
=> 1
#949
=> 0
#950
1d0
< 
=> 1
#951
1c1,3
< c
---
> b
> a  b
> a
=> 1
#952
							      >	x  
							      >	{
							      >	A
=> 1
#953
							      >	x	y
longer line of text here					longer line of text here
b							      |	#1
							      >		t
							      >	é
a  b								a  b
x  								x  
=> 1
#954
  x
x  
{
	t
  x
int f()
a b

é
	t
a  b
x	y
  x
|.
int f()
b
é
é
.
x  
int f()
a b
x  
c

b
a b
  x
A
{
=> 1
#955
*** f
--- g
***************
*** 2,4 ****
  .
! a  b
  .
--- 2,5 ----
  .
! a b
! a b
  .
=> 1
#956
=> 0
#957
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#958
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#959
5c5
< .
---
> {
11a12
> {
17c18
< A
---
> x	y
=> 1
#960
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ x  
=> 1
#961
=> 0
#962
*** f
--- g
***************
*** 2,6 ****
  
! a  b
    x
  c
  ab
--- 2,7 ----
  
! x  
    x
  c
+ #1
  ab
***************
*** 8,12 ****
  ab
! {
  #1
  
- a  b
--- 9,12 ----
  ab
! 	t
  #1
  
=> 1
#963
#ifndef X
{
#else /* X */
ab
#endif /* X */
=> 1
#964
1d0
< 	t
2a2
> é
5c5
< ab
---
> 	t
10c10
< ab
---
> x	y
=> 1
#965
0a1
> a b
1a3,4
> 	t
> int f()
=> 1
#966
                                                                >  int f()
=> 1
#967
1a2
> a b
=> 1
#968
=> 0
#969
[36m1c1[0m
[31m< #1[0m
---
[32m> 	t[0m
[36m3,4c3,4[0m
[31m< ab[0m
[31m< [0m
---
[32m> #1[0m
[32m> A[0m
=> 1
#970
--- f
+++ g
@@ -1 +1,2 @@
 x       y
+x       y
=> 1
#971
2c2,3
<   x
---
> x  
> {
=> 1
#972
4d3
< x	y
12c11
< int f()
\ No newline at end of file
---
> c
=> 1
#973
[36m18d17[0m
[31m< a b[0m
=> 1
#974
=> 0
#975
=> 0
#976
=> 0
#977
=> 0
#978
1c1,3
< 
---
> a b
> x	y
> A
=> 1
#979
16c16
< é
---
> x	y
=> 1
#980
3a4
> a
10a12
> a
12a15
> longer line of text here
=> 1
#981
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#982
#983
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#984
[36m7d6[0m
[31m< int f()[0m
[36m10a10[0m
[32m>   x[0m
=> 1
#985
8c8,9
<	A
---
>	int f()
>	ab
=> 1
#986
*** f
--- g
***************
*** 0 ****
--- 1,2 ----
+ A
+ x	y
=> 1
#987
=> 0
#988
=> 0
#989
*** f
--- g
***************
*** 12 ****
! #1
\ No newline at end of file
--- 12 ----
! c
=> 1
#990
A
ab
int f()
b
=> 0
#991
=> 0
#992
A
=> 0
#993
[36m8c8[0m
[31m< x	y[0m
---
[32m> b[0m
[36m10a11[0m
[32m> int f()[0m
=> 1
#994
a3 1
int f()
d12 1
=> 1
#995
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#996
1c1
< A
---
> A
\ No newline at end of file
=> 1
#997
1c1
< x	y
---
> #1
=> 1
#998
1c1
<   x
---
> é
=> 1
#999
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ A
=> 1
#1000
1c1,2
< b
---
> 	t
> {
=> 1
#1001
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1002
*** f
--- g
***************
*** 1,9 ****
    x
- #1

  é
  b
- é
  c
  A
  int f()
--- 1,7 ----
=> 1
#1003
1a2
> b
5d5
< x	y
7c7,8
< c
---
> ab
>   x
12c13
< c
\ No newline at end of file
---
> c
=> 1
#1004
#1005
=> 0
#1006
0a1
> é
=> 1
#1007
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1008
=> 0
#1009
27,28d
7a

.
0a
int f()
.
=> 1
#1010
8,9c8
< a b
< 
---
> a  b
10a10
> x  
12c12
< #1
---
> #1
\ No newline at end of file
=> 1
#1011
=> 0
#1012
=> 0
#1013
|A|
a b|
  x|
|.|
|.|
int f()|
.|
=> 1
#1014
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1015
1d0
< x	y
3a3
> a b
=> 1
#1016
=> 0
#1017
=> 0
#1018
--- f
+++ g
@@ -4,0 +5 @@
+a  b
@@ -7 +8 @@
-
+A
@@ -11 +11,0 @@
-#1
=> 1
#1019
*** f
--- g
***************
*** 11,12 ****
  
! A
--- 11,12 ----
  
! b
=> 1
#1020
1a2,4
> b
> c
> A
=> 1
#1021
diff: conflicting width options
=> 2
#1022
=> 0
#1023
*** f
--- g
***************
*** 4,9 ****
--- 4,10 ----
    x
  {
  c
+   x
  ab
  longer line of text here
  #1
*************** é
*** 11,19 ****
  a b
  x  
  x	y
- #1
  a
  é
  {
  .
  é
--- 12,21 ----
  a b
  x  
  x	y
  a
  é
+ a  b
+ #1
  {
  .
  é
=> 1
#1024
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1025
=> 0
#1026
int f()|
x  |
a|
ab|
|
=> 1
#1027
6d5
< b
9d7
< a b
21a20
> .
=> 1
#1028
1c1
< a  b
---
> .
8d7
< c
=> 1
#1029
*** f
--- g
***************
*** 6,11 ****
--- 6,12 ----
  int f()
  A
  a
+ a
  	t
  .
  a
***************
*** 17,23 ****
  a
  é
  a  b
- c
  {
  {
  é
--- 18,23 ----
=> 1
#1030
1c1
< é
---
> é
\ No newline at end of file
=> 1
#1031
1c1
< 	t
\ No newline at end of file
---
> .
=> 1
#1032
4d3
< 	t
7c6
< int f()
---
> a  b
16c15
< #1
---
> {
=> 1
#1033
=> 0
#1034
30d29
< é
=> 1
#1035
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1036
*** f
--- g
***************
*** 1,4 ****
  A
- int f()
  b
  #1
--- 1,3 ----
=> 1
#1037
Files f and g differ
=> 1
#1038
#1039
2,4c2,3
< 	t
< a b
< int f()
---
> ab
> a b
\ No newline at end of file
=> 1
#1040
d1 1
a1 1
x	y
=> 1
#1041
Files f and g differ
=> 1
#1042
1c1,2
< 	t
---
> .
> longer line of text here
=> 1
#1043
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1044
--- f
+++ g
@@ -16,3 +16,2 @@
 a b
-ab
 b
@@ -23,2 +22,3 @@
 A
+int f()
 {
=> 1
#1045
Files f and g are identical
=> 0
#1046
7a8
> A
=> 1
#1047
a3 1

=> 1
#1048
a b							      <
#1								#1
é							      <
longer line of text here				      <
=> 1
#1049
=> 0
#1050
7c7
<	  x
---
>	b
9d8
<	#1
30c29
<	a
---
>	a  b
\ No newline at end of file
=> 1
#1051
0a1
> .
3d3
< {
=> 1
#1052
=> 0
#1053
=> 0
#1054
=> 0
#1055
1a2
> A
=> 1
#1056
17d
=> 1
#1057
1a2
> x	y
4d4
< A
\ No newline at end of file
=> 1
#1058
2d1
< a b
=> 1
#1059
1a2,3
> x  
> 
5d6
< x  
9a11
> {
12c14
< ab
---
> ab
\ No newline at end of file
=> 1
#1060
=> 0
#1061
0a1
> a b
=> 1
#1062
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1063
=> 0
#1064
*** f
--- g
***************
*** 1,4 ****
! {
! b
  ab
! a
\ No newline at end of file
--- 1,3 ----
! .
  ab
! x	y
\ No newline at end of file
=> 1
#1065
							      >	int f()
=> 1
#1066
0a1
> 
=> 1
#1067
7c7
< int f()
---
> A
=> 1
#1068
[36m9d8[0m
[31m< a  b[0m
=> 1
#1069
14c14
< A
---
> x  
=> 1
#1070
1a2
> b
=> 1
#1071
5d4
< {
15a15
> .
29a30,31
> x  
> #1
=> 1
#1072
=> 0
#1073
1c1,2
< #1
---
> a  b
> é
\ No newline at end of file
=> 1
#1074
0a1
> 
5d5
< 
8a9
> 	t
=> 1
#1075
x  								x  
x	y							x	y
ab								a								b
x  							      <
=> 1
#1076
*** f
--- g
***************
*** 1,6 ****
  ab
  c
! {
  ab
  a
  .
--- 1,6 ----
  ab
  c
! ab
  ab
  a
  .
*************** a
*** 8,14 ****
  
  c
  x  
- .
  c
  longer line of text here
  A
--- 8,13 ----
*************** A
*** 24,30 ****
  
  a b
  #1
! 
! a b
  b
  longer line of text here
--- 23,29 ----
  
  a b
  #1
! A
! #1
  b
  longer line of text here
=> 1
#1077
*** f
--- g
***************
*** 1 ****
--- 1,2 ----
  b
+ {
=> 1
#1078
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1079
c																	c
x	y																x	y
x  																	x  

=> 0
#1080
=> 0
#1081
x  								x  
	t								t

a  b								a  b
a  b								a  b
longer line of text here					longer line of text here
{								{
int f()								int f()
a  b								a  b
a b							      |	c
#1							      <
a								a
=> 1
#1082
*** f
--- g
***************
*** 1,7 ****
  {
  é
  x  
! ab
  a b

  x	y
--- 1,7 ----
  {
  é
  x  
! é
  a b

  x	y
*************** A
*** 9,12 ****
--- 9,13 ----
  x  
  a
  c
+ b
  x	y
=> 1
#1083
1d0
<   x
=> 1
#1084
Files f and g differ
=> 1
#1085
#1086
Files f and g differ
=> 1
#1087
a b								a b
a b								a b
a								a
{								{
c								c
A								A
a b								a b
b								b
c								c
	t								t
a  b								a  b
ab								a								b
.								.
#1								#1
int f()								int f()
longer line of text here					longer line of text here
{								{
c								c
longer line of text here					longer line of text here
x	y							x	y
x	y							x	y
int f()								int f()
é								é
.								.
a								a
int f()								int f()
x	y							x	y
ab								a								b
b								b
longer line of text here					longer line of text here
=> 0
#1088
*** f
--- g
***************
*** 1,4 ****
  x	y
  é
- a
- 
--- 1,2 ----
=> 1
#1089
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1090
4d3
< c
12c11
< a b
---
> x  
=> 1
#1091
#1092
2,3d1
< #1
< a
5,6c3,5
< A
< int f()
---
> longer line of text here
> ab
> x  
12c11
< int f()
\ No newline at end of file
---
> int f()
=> 1
#1093
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1094
{							      <
=> 1
#1095
=> 0
#1096
--- f
+++ g
@@ -21,10 +21,9 @@
 a
 
 é
-é
+
 x  
 a  b
-c
 	t
-b
-A
+longer line of text here
+A
\ No newline at end of file
=> 1
#1097
=> 0
#1098
11c11,13
<	b
---
>	a  b
>	
>	
=> 1
#1099
0a1
> 	t
=> 1
#1100
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1101
Files f and g differ
=> 1
#1102
=> 0
#1103
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1104
*** f
--- g
***************
*** 1 ****
--- 1,2 ----
  x  
+   x
=> 1
#1105
3d2
< ab
=> 1
#1106
2d1
<	longer line of text here
7a7
>	int f()
=> 1
#1107
*** f
--- g
***************
*** 1 ****
- é
--- 0 ----
=> 1
#1108
4a5
> {
=> 1
#1109
4c4
< 
---
> b
=> 1
#1110
1c1
<	.
---
>	é
=> 1
#1111
*** f
--- g
***************
*** 1 ****
- a
\ No newline at end of file
--- 0 ----
=> 1
#1112
0a1
> ab
=> 1
#1113
{							      |	  x
							      >	{=> 1
#1114
15a16
> {
=> 1
#1115
*** f
--- g
***************
*** 1 ****
--- 2,3 ----
+ a
+ x	y
=> 1
#1116
*** f
--- g
***************
*** 2,9 ****
  #1
  x	y
  a
  x	y
- 
  a
  b
  x	y
--- 2,10 ----
  #1
  x	y
  a
+ é
+ x  
  x	y
  a
  b
  x	y
***************
*** 18,23 ****
--- 19,25 ----
  A
  .
  c
+ x	y
  .
  #1
  a
=> 1
#1117

-  x
+  2x	y
x  
	t
=> 1
#1118
6a8
> c
8a11
> #1
=> 1
#1119
2a3
> longer line of text here
4d4
< #1
=> 1
#1120
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1121
=> 0
#1122
Files f and g differ
=> 1
#1123
=> 0
#1124
=> 0
#1125
*** f
--- g
***************
*** 1,3 ****
 	int f()
!	a b
 	a  b
--- 1,3 ----
 	int f()
!	ab
 	a  b
***************
*** 26,28 ****
 	.
-	longer line of text here
 	#1
--- 26,27 ----
=> 1
#1126
=> 0
#1127
=> 0
#1128
#1129
=> 0
#1130
4c4
< ab
---
> ab
\ No newline at end of file
=> 1
#1131
1d0
< c
=> 1
#1132
=> 0
#1133
ab								a								b
a  b								a  b
  x								  x
a  b								a  b
.								.
a  b								a  b
a b								a b
  x							      |	#1

A								A
#1								#1

a								a
  x								  x
x	y							x	y
int f()								int f()

x  								x  
	t								t
b							      <
a								a
  x								  x
b								b
é								é
a b								a b
A								A
a b								a b
#1								#1
A							      <
A								A
=> 1
#1134
30c30
< int f()
---
> int f()
\ No newline at end of file
=> 1
#1135
6d5
< .
16d14
< ab
20a19
> a
25d23
< int f()
=> 1
#1136
							      >	a  b
							      >	longer line of text here
c								c
=> 1
#1137
Files f and g are identical
=> 0
#1138
*** f
--- g
***************
*** 26,30 ****
--- 26,31 ----
  
  #1
  .
+ é
  {
  ab
\ No newline at end of file
=> 1
#1139
=> 0
#1140
0a1
> a b
=> 1
#1141
.							      |	x	y
=> 1
#1142
10d9
< {
13a13
> #1
15c15
< é
---
> {
21d20
< a
=> 1
#1143
2a3
> ab
4c5
< c
---
> c
\ No newline at end of file
=> 1
#1144
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1145
29a
longer line of text here
.
8c
b
.
=> 1
#1146
=> 0
#1147
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1148
#1149
1a2
> longer line of text here
=> 1
#1150
=> 0
#1151
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1152
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1153
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1154
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ x  
=> 1
#1155
4c4
< a
\ No newline at end of file
---
> a
=> 1
#1156
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1157
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1158
16c16
< 
---
> {
30c30,31
< c
---
> .
> c
\ No newline at end of file
=> 1
#1159
=> 0
#1160
11c11
< é
---
> {
12a13
> int f()
\ No newline at end of file
=> 1
#1161
25d24
<	a  b
30c29
<	b
---
>	a  b
=> 1
#1162
int f()								int f()
x  								x  
é								é
.								.
int f()								int f()
c								c
a b								a b
  x								  x

a  b								a  b
.								.
int f()								int f()
x  								x  
{								{
ab								a								b
a b								a b
longer line of text here					longer line of text here
#1								#1
ab								a								b
b								b
a								a
ab								a								b
a								a
é								é
b								b
a								a
x	y							x	y

ab								a								b
ab								a								b
=> 0
#1163
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1164
=> 0
#1165
c								c
#1								#1
b								b
{								{
longer line of text here					longer line of text here
a  b								a  b
a b								a b
é								é
a  b								a  b
a  b								a  b
c								c
	t								t
c								c
a								a
x  								x  
{								{
x	y							x	y
x  								x  
é								é
x  								x  
{								{
{								{
							      |	x  
	t								t
c								c

A								A
b								b
.								.

=> 1
#1166
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1167
x  
b
|.
c
#1
a b
x	y
x  
|A
b
c
a  b
a  b
int f()
longer line of text here
c
a  b
  x
.
|int f()
a  b
ab
A
longer line of text here
a  b

x	y
x	y
b
{
{
=> 1
#1168
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1169
=> 0
#1170
=> 0
#1171
*** f
--- g
***************
*** 1,4 ****
  .
  a  b
  b
! é
\ No newline at end of file
--- 1,6 ----
  .
  a  b
  b
! ab
! é
! a
=> 1
#1172
#ifdef X
x  
#endif /* X */
=> 1
#1173
a b
#1
.
é
é
x	y
|int f()
a  b
longer line of text here
#1
é
b
	t
	t
a
a b

longer line of text here
a  b
x	y
é
a b
a  b
a b
x  
a
  x
x	y

longer line of text here
x	y
|x	y
=> 1
#1174
=> 0
#1175
=> 0
#1176
2c2
<   x
---
> a
=> 1
#1177
=> 0
#1178
c								c
  x								  x
	t								t
	t								t

a  b								a  b
longer line of text here					longer line of text here
	t								t
int f()								int f()
a  b								a  b
x  								x  
int f()								int f()
=> 0
#1179
0a1
> {
=> 1
#1180
diff: conflicting output style options
diff: Try 'diff --help' for more information.
=> 2
#1181
1c1,2
< ab
\ No newline at end of file
---
> ab
>   x
=> 1
#1182
=> 0
#1183
12c12
< {
---
> {
\ No newline at end of file
=> 1
#1184
=> 0
#1185

a
#1
ab
=> 0
#1186
=> 0
#1187
=> 0
#1188
=> 0
#1189
15a16
> longer line of text here
=> 1
#1190
=> 0
#1191
0a1
> int f()
\ No newline at end of file
=> 1
#1192
1d
=> 1
#1193
*** f
--- g
***************
*** 0 ****
--- 1 ----
+ A
=> 1
#1194
Files f and g differ
=> 1
#1195
*** f
--- g
***************
*** 1 ****
! #1
\ No newline at end of file
--- 1 ----
! #1
=> 1
#1196
#ifdef X
a b
#endif /* X */
	t
=> 1
#1197
x       y                                                       |  int f()
=> 1
#1198
[1m*** f[0m
[1m--- g[0m
***************
[36m*** 6,12 ****[0m
[31m  a[0m
[31m  [0m
[31m  A[0m
[31m  A[0m
[31m  A[0m
[31m! A[0m
[31m  c[0m
[36m--- 6,13 ----[0m
[32m  a[0m
[32m  [0m
[32m  A[0m
[32m+ x  [0m
[32m  A[0m
[32m  A[0m
[32m! ab[0m
[32m  c[0m
=> 1
#1199
2a3
> {
5c6
< #1
---
> é
8a10
> A
11c13
< x  
---
> c
=> 1
