#!/bin/bash
# Stacks, queues, sets, heaps, linked lists and sorting through namerefs; semantic versions; generic map, filter and reduce.
set -eu
stack_push() { local -n s=$1; s+=("${@:2}"); }
stack_pop() { local -n s=$1; ((${#s[@]})) || return 1; REPLY=${s[-1]}; unset 's[-1]'; }
queue_put() { local -n q=$1; q+=("${@:2}"); }
queue_get() { local -n q=$1; ((${#q[@]})) || return 1; REPLY=${q[0]}; q=("${q[@]:1}"); }

set_add() { local -n t=$1; shift; local x; for x; do t[$x]=1; done; }
set_list() { local -n t=$1; printf '%s\n' "${!t[@]}" | sort | paste -sd ' '; }
set_union() { local -n a=$1 b=$2 c=$3; local x; c=(); for x in "${!a[@]}" "${!b[@]}"; do c[$x]=1; done; }
set_common() { local -n a=$1 b=$2 c=$3; local x; c=(); for x in "${!a[@]}"; do if [[ -v b[$x] ]]; then c[$x]=1; fi; done; }

heap_push() {
  local -n h=$1
  local i=${#h[@]} up t
  h[i]=$2
  while ((i > 0)); do
    up=$(((i - 1) / 2))
    ((h[up] > h[i])) || break
    t=${h[up]} h[up]=${h[i]} h[i]=$t i=$up
  done
}
heap_pop() {
  local -n h=$1
  local n=${#h[@]} i=0 c t
  ((n)) || return 1
  REPLY=${h[0]}
  h[0]=${h[-1]}
  unset 'h[-1]'
  n=$((n - 1))
  while ((c = 2 * i + 1, c < n)); do
    if ((c + 1 < n && h[c + 1] < h[c])); then c=$((c + 1)); fi
    ((h[c] < h[i])) || break
    t=${h[c]} h[c]=${h[i]} h[i]=$t i=$c
  done
}

declare -i next_node=0
declare -A node_value=() node_next=()
list_prepend() { local -n head=$1; node_value[$next_node]=$2 node_next[$next_node]=$head; head=$next_node; next_node+=1; }
list_show() { local at=$1 out=; while ((at >= 0)); do out+="${out:+ -> }${node_value[$at]}" at=${node_next[$at]}; done; echo "${out:-empty}"; }
list_reverse() { local -n head=$1; local before=-1 at=$head after; while ((at >= 0)); do after=${node_next[$at]} node_next[$at]=$before before=$at at=$after; done; head=$before; }

map() { local -n from=$1 to=$3; local x; to=(); for x in "${from[@]}"; do to+=("$($2 "$x")"); done; }
filter() { local -n from=$1 to=$3; local x; to=(); for x in "${from[@]}"; do if $2 "$x"; then to+=("$x"); fi; done; }
reduce() { local -n from=$1; local acc=$3 x; for x in "${from[@]}"; do acc=$($2 "$acc" "$x"); done; REPLY=$acc; }

quicksort() {  # array less: in place
  local -n data=$1
  local less=$2 lo hi i j pivot t
  local -a work=("0 $((${#data[@]} - 1))")
  while ((${#work[@]})); do
    read -r lo hi <<<"${work[-1]}"
    unset 'work[-1]'
    ((lo < hi)) || continue
    pivot=${data[(lo + hi) / 2]} i=$lo j=$hi
    while ((i <= j)); do
      while $less "${data[i]}" "$pivot"; do i=$((i + 1)); done
      while $less "$pivot" "${data[j]}"; do j=$((j - 1)); done
      if ((i <= j)); then t=${data[i]} data[i]=${data[j]} data[j]=$t; ((i += 1, j -= 1, 1)); fi
    done
    work+=("$lo $j" "$i $hi")
  done
}
number_less() { (($1 < $2)); }
text_less() { [[ $1 < $2 ]]; }
length_less() { ((${#1} < ${#2})) || { ((${#1} == ${#2})) && [[ $1 < $2 ]]; }; }

semver='^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-([0-9A-Za-z.-]+))?(\+([0-9A-Za-z.-]+))?$'
version_compare() {  # REPLY: -1, 0, 1
  local -a a b
  [[ $1 =~ $semver ]] || return 2
  a=("${BASH_REMATCH[@]:1:3}" "${BASH_REMATCH[5]}")
  [[ $2 =~ $semver ]] || return 2
  b=("${BASH_REMATCH[@]:1:3}" "${BASH_REMATCH[5]}")
  local i
  for i in 0 1 2; do
    if ((a[i] != b[i])); then REPLY=$((a[i] < b[i] ? -1 : 1)); return 0; fi
  done
  if [[ ${a[3]} == "${b[3]}" ]]; then REPLY=0; return 0; fi
  if [[ -z ${a[3]} ]]; then REPLY=1; return 0; fi
  if [[ -z ${b[3]} ]]; then REPLY=-1; return 0; fi
  local -a p q
  IFS=. read -ra p <<<"${a[3]}"
  IFS=. read -ra q <<<"${b[3]}"
  for ((i = 0; i < ${#p[@]} || i < ${#q[@]}; ++i)); do
    if ((i >= ${#p[@]})); then REPLY=-1; return 0; fi
    if ((i >= ${#q[@]})); then REPLY=1; return 0; fi
    [[ ${p[i]} == "${q[i]}" ]] && continue
    case ${p[i]},${q[i]} in
      *[!0-9]*,*[!0-9]*) [[ ${p[i]} < ${q[i]} ]] && REPLY=-1 || REPLY=1 ;;
      *[!0-9]*,*) REPLY=1 ;;
      *,*[!0-9]*) REPLY=-1 ;;
      *) REPLY=$((p[i] < q[i] ? -1 : 1)) ;;
    esac
    return 0
  done
}
version_less() { version_compare "$1" "$2" && ((REPLY < 0)); }

declare -a st=() qu=() hp=()
stack_push st a 'b c' d; stack_pop st; echo "$REPLY"; stack_pop st; echo "$REPLY ${#st[@]}"; stack_pop st; stack_pop st || echo 'empty stack'
queue_put qu 1 2 3; queue_get qu; queue_get qu; echo "$REPLY left ${qu[*]}"; queue_get qu; queue_get qu || echo 'empty queue'
for n in 5 3 8 1 9 2 7 1; do heap_push hp $n; done; out=; while heap_pop hp; do out+="$REPLY "; done; echo "heap: $out"
declare -A one=() two=() both=(); set_add one a b c 'd e'; set_add two b 'd e' f; set_union one two both; set_list both; set_common one two both; set_list both
list=-1; list_show $list; for x in 3 2 1; do list_prepend list "n$x"; done; list_show $list; list_reverse list; list_show $list
nums=(5 12 -3 8 0 12 7); quicksort nums number_less; echo "${nums[*]}"
texts=(pear Apple 'fig tart' banana '' apple zoo); quicksort texts text_less; printf '<%s>' "${texts[@]}"; echo; quicksort texts length_less; printf '<%s>' "${texts[@]}"; echo
square() { echo $(($1 * $1)); }; even() { (($1 % 2 == 0)); }; plus() { echo $(($1 + $2)); }
map nums square r; echo "${r[*]}"; filter nums even r; echo "${r[*]}"; reduce nums plus 0; echo "$REPLY"
versions=(1.0.0 1.0.0-alpha 2.1.0 1.0.0-alpha.1 1.0.0-rc.1 v1.0.0-beta.11 1.0.0-beta.2 0.9.10 0.9.9 1.0.0-beta 1.0.0+build.5)
quicksort versions version_less; printf '%s\n' "${versions[@]}"
for pair in '1.2.3 1.2.3' '1.2.3 1.10.0' '1.2 1.2.3' '1.0.0-1 1.0.0-a' '01.0.0 1.0.0'; do
  REPLY=; if version_compare ${pair}; then echo "$pair: $REPLY"; else echo "$pair: not versions ($?)"; fi
done
