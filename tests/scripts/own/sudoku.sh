#!/bin/bash
# A sudoku solver by bit masks and backtracking, a Latin square check, matrix arithmetic, and n queens.
declare -a grid row col box
count=0

load() {  # 81 characters
  local i c b
  row=(0 0 0 0 0 0 0 0 0) col=("${row[@]}") box=("${row[@]}") grid=()
  for ((i = 0; i < 81; ++i)); do
    c=${1:i:1}
    [[ $c == [1-9] ]] || c=0
    grid[i]=$c
    ((c)) || continue
    b=$((1 << c))
    if ((row[i / 9] & b || col[i % 9] & b || box[i / 27 * 3 + i % 9 / 3] & b)); then
      echo "not valid: $c at $((i / 9 + 1)),$((i % 9 + 1))"
      return 1
    fi
    ((row[i / 9] |= b, col[i % 9] |= b, box[i / 27 * 3 + i % 9 / 3] |= b))
  done
}

bits() { local n=$1; REPLY=0; while ((n)); do ((REPLY += n & 1, n >>= 1)); done; }

solve() {
  local i r c x best=-1 least=10 free mask d
  ((++count))
  for ((i = 0; i < 81; ++i)); do
    ((grid[i])) && continue
    free=$((~(row[i / 9] | col[i % 9] | box[i / 27 * 3 + i % 9 / 3]) & 1022))
    bits $free
    ((REPLY == 0)) && return 1
    if ((REPLY < least)); then best=$i least=$REPLY mask=$free; ((least == 1)) && break; fi
  done
  ((best < 0)) && return 0
  r=$((best / 9)) c=$((best % 9)) x=$((best / 27 * 3 + best % 9 / 3))
  for ((d = 1; d <= 9; ++d)); do
    ((mask & 1 << d)) || continue
    ((grid[best] = d, row[r] |= 1 << d, col[c] |= 1 << d, box[x] |= 1 << d))
    solve && return 0
    ((grid[best] = 0, row[r] &= ~(1 << d), col[c] &= ~(1 << d), box[x] &= ~(1 << d)))
  done
  return 1
}

show() {
  local y
  for ((y = 0; y < 9; ++y)); do
    ((y % 3 == 0 && y)) && echo '------+-------+------'
    printf '%d %d %d | %d %d %d | %d %d %d\n' "${grid[@]:y*9:9}"
  done | tr 0 .
}

for puzzle in \
  53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 \
  1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. \
  55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 \
  123456789........................................................................; do
  load "$puzzle" || continue
  count=0
  show
  if solve; then show; else echo 'no solution'; fi
  echo "$count positions"
done

# --- matrices: rows separated by ;
matrix() { local IFS=';'; local -n to=$1; local r=0 line v; to=(); for line in $2; do local c=0; local IFS=' '; for v in $line; do to[r,c]=$v; ((++c)); done; ((++r)); to[rows]=$r to[cols]=$c; done; }
multiply() {
  local -n a=$1 b=$2 c=$3
  local i j k s
  ((a[cols] == b[rows])) || { echo "cannot multiply ${a[rows]}x${a[cols]} by ${b[rows]}x${b[cols]}"; return 1; }
  c=([rows]=${a[rows]} [cols]=${b[cols]})
  for ((i = 0; i < a[rows]; ++i)); do
    for ((j = 0; j < b[cols]; ++j)); do
      s=0
      for ((k = 0; k < a[cols]; ++k)); do ((s += a[$i,$k] * b[$k,$j])); done
      c[$i,$j]=$s
    done
  done
}
print_matrix() { local -n m=$1; local i j; for ((i = 0; i < m[rows]; ++i)); do for ((j = 0; j < m[cols]; ++j)); do printf '%6d' "${m[$i,$j]}"; done; echo; done; }
declare -A A B C
matrix A '1 2 3;4 5 6'; matrix B '7 8;9 10;11 12'
declare -p A | tr ' ' '\n' | grep -c =
A=([rows]=2 [cols]=3 [0,0]=1 [0,1]=2 [0,2]=3 [1,0]=4 [1,1]=5 [1,2]=6)
B=([rows]=3 [cols]=2 [0,0]=7 [0,1]=8 [1,0]=9 [1,1]=10 [2,0]=11 [2,1]=12)
multiply A B C && print_matrix C
multiply B A C && print_matrix C
multiply A A C; echo "$?"

queens() {  # n: all places by recursion with bit masks
  local n=$1 found=0 all=$(((1 << $1) - 1))
  place() {
    local left=$1 down=$2 right=$3 depth=$4 free=$((all & ~($1 | $2 | $3))) bit
    ((down == all)) && { ((found++ == 0)) && first=${path[*]}; return; }
    while ((free)); do
      bit=$((free & -free))
      ((free ^= bit))
      path[depth]=$bit
      place $(((left | bit) << 1)) $((down | bit)) $(((right | bit) >> 1)) $((depth + 1))
    done
  }
  local -a path=()
  local first=none
  place 0 0 0 0
  echo "$n queens: $found ways, first $first"
}
for n in 1 2 3 4 5 6; do queens $n; done
