#!/bin/bash
# Conway's game of life on a torus, mazes by depth-first search with a fixed generator, and their shortest ways out.
seed=42
random() { seed=$(((seed * 1103515245 + 12345) & 0x7fffffff)); REPLY=$(((seed >> 8) % $1)); }

# --- life
life() {  # width height generations; the field on stdin
  local w=$1 h=$2 generations=$3 x y n dx dy line
  local -A cell next
  for ((y = 0; y < h; ++y)); do
    IFS= read -r line || line=
    for ((x = 0; x < w; ++x)); do
      [[ ${line:x:1} == '#' ]] && cell[$x,$y]=1
    done
  done
  while :; do
    local shown=0
    for ((y = 0; y < h; ++y)); do
      line=
      for ((x = 0; x < w; ++x)); do
        if [[ ${cell[$x,$y]-} ]]; then line+='#'; ((++shown)); else line+=.; fi
      done
      printf '%s\n' "$line"
    done
    printf 'generation %d: %d alive\n' "$((++generation))" "$shown"
    ((generations-- > 0)) || break
    next=()
    for ((y = 0; y < h; ++y)); do
      for ((x = 0; x < w; ++x)); do
        n=0
        for dy in -1 0 1; do
          for dx in -1 0 1; do
            ((dx || dy)) || continue
            [[ ${cell[$(((x + dx + w) % w)),$(((y + dy + h) % h))]-} ]] && ((++n))
          done
        done
        if ((n == 3)) || { ((n == 2)) && [[ ${cell[$x,$y]-} ]]; }; then next[$x,$y]=1; fi
      done
    done
    cell=()
    for n in "${!next[@]}"; do cell[$n]=1; done
  done
}
generation=0
life 8 6 4 <<'FIELD'
.#
..#
###
FIELD
generation=0
life 5 5 2 < <(printf '%s\n' '' '' .###. '' '')

# --- mazes
declare -a maze
make_maze() {  # columns rows
  local w=$((2 * $1 + 1)) h=$((2 * $2 + 1)) x y i d nx ny
  local -a stack
  maze=()
  for ((y = 0; y < h; ++y)); do maze[y]=$(printf '#%.0s' $(seq "$w")); done
  carve() { maze[$2]=${maze[$2]:0:$1}' '${maze[$2]:$1+1}; }
  carve 1 1
  stack=(1,1)
  while ((${#stack[@]})); do
    IFS=, read -r x y <<<"${stack[-1]}"
    local -a ways=()
    for d in 2,0 -2,0 0,2 0,-2; do
      nx=$((x + ${d%,*})) ny=$((y + ${d#*,}))
      ((nx > 0 && nx < w && ny > 0 && ny < h)) && [[ ${maze[ny]:nx:1} == '#' ]] && ways+=("$d")
    done
    if ((${#ways[@]} == 0)); then unset 'stack[-1]'; continue; fi
    random ${#ways[@]}
    d=${ways[REPLY]}
    nx=$((x + ${d%,*})) ny=$((y + ${d#*,}))
    carve $(((x + nx) / 2)) $(((y + ny) / 2))
    carve $nx $ny
    stack+=("$nx,$ny")
  done
  maze[0]='# '${maze[0]:2}
  maze[h-1]=${maze[h-1]:0:w-2}' #'
}

solve_maze() {
  local h=${#maze[@]} w=${#maze[0]} x y step d key
  local -A from=([1,0]=start)
  local -a queue=(1,0)
  local head=0
  while ((head < ${#queue[@]})); do
    key=${queue[head++]}
    x=${key%,*} y=${key#*,}
    ((y == h - 1)) && break
    for d in 0,1 1,0 0,-1 -1,0; do
      local nx=$((x + ${d%,*})) ny=$((y + ${d#*,}))
      ((nx >= 0 && nx < w && ny >= 0 && ny < h)) || continue
      [[ ${maze[ny]:nx:1} == ' ' && -z ${from[$nx,$ny]-} ]] || continue
      from[$nx,$ny]=$key
      queue+=("$nx,$ny")
    done
  done
  step=0
  while [[ $key != start ]]; do
    x=${key%,*} y=${key#*,}
    maze[y]=${maze[y]:0:x}.${maze[y]:x+1}
    key=${from[$key]}
    ((++step))
  done
  echo "$step steps, $head places looked at"
}

for size in '3 3' '8 5' '15 4'; do
  make_maze $size
  printf '%s\n' "${maze[@]}"
  solve_maze
  printf '%s\n' "${maze[@]}"
done
