#!/bin/bash
# A calculator: recursive descent over exact decimals (scaled integers), variables, functions and errors; roman numerals;
# number words; a stack machine that runs the same expressions in postfix form.
shopt -s extglob
declare -A var=([pi]=31416 [e]=27183)
scale=10000
input= token= type= problem=

next() {
  input=${input##*([[:space:]])}
  if [[ $input =~ ^([0-9]+(\.[0-9]*)?|\.[0-9]+) ]]; then token=${BASH_REMATCH[1]} type=number
  elif [[ $input =~ ^[a-z_]+ ]]; then token=${BASH_REMATCH[0]} type=name
  elif [[ $input =~ ^(\*\*|<=|>=|==|!=) ]]; then token=${BASH_REMATCH[0]} type=op
  elif [[ $input ]]; then token=${input:0:1} type=op
  else token= type=end
  fi
  input=${input#"$token"}
}

oops() { [[ $problem ]] || problem=$1; type=end token= input= value=0; }

to_fixed() {
  local whole=${1%%.*} part=
  [[ $1 == *.* ]] && part=${1#*.}
  part=${part}0000
  value=$((10#${whole:-0} * scale + 10#${part:0:4}))
}

primary() {
  local name args
  case $type in
    number) to_fixed "$token"; next ;;
    name)
      name=$token
      next
      if [[ $token == '(' ]]; then
        next
        args=()
        while [[ $token != ')' && $type != end ]]; do
          comparison
          args+=("$value")
          [[ $token == , ]] && next
        done
        [[ $token == ')' ]] || { oops "missing )"; return; }
        next
        call "$name" "${args[@]}"
      elif [[ -n ${var[$name]+set} ]]; then value=${var[$name]}
      else oops "unknown name $name"
      fi ;;
    op)
      if [[ $token == '(' ]]; then
        next
        comparison
        [[ $token == ')' ]] && next || oops "missing )"
      else oops "unexpected $token"
      fi ;;
    *) oops "unexpected end" ;;
  esac
}

call() {
  local f=$1 a best; shift
  case $f:$# in
    abs:1) value=${1#-} ;;
    neg:1) value=$((-$1)) ;;
    floor:1) value=$(($1 / scale * scale)); ((value > $1)) && ((value -= scale)) ;;
    min:[1-9] | max:[1-9])
      best=$1
      for a; do
        [[ $f == min && $a -lt $best || $f == max && $a -gt $best ]] && best=$a
      done
      value=$best ;;
    sqrt:1)
      (($1 < 0)) && { oops "sqrt of a negative number"; return; }
      local x=$(($1 * scale)) r=$(($1 + scale)) last=0
      while ((r && r != last)); do last=$r; r=$(((r + x / r) / 2)); ((r >= last)) && break; done
      value=$last ;;
    fact:1) local n=$(($1 / scale)); value=$scale; while ((n > 1)); do ((value *= n--)); done ;;
    *) oops "no function $f of $#" ;;
  esac
}

power() {
  primary
  if [[ $token == '**' || $token == '^' ]]; then
    local base=$value result=$scale n
    next
    unary
    n=$((value / scale))
    ((n < 0)) && { oops "negative exponent"; return; }
    while ((n-- > 0)); do result=$((result * base / scale)); done
    value=$result
  fi
}
unary() {
  case $token in
    -) next; unary; value=$((-value)) ;;
    +) next; unary ;;
    *) power ;;
  esac
}
term() {
  local left op
  unary
  while [[ $token == ['*/%'] ]]; do
    left=$value op=$token
    next
    unary
    case $op in
      '*') value=$((left * value / scale)) ;;
      /) ((value)) && value=$((left * scale / value)) || { oops "division by zero"; return; } ;;
      %) ((value)) && value=$((left % value)) || { oops "division by zero"; return; } ;;
    esac
  done
}
sum() {
  local left op
  term
  while [[ $token == [+-] ]]; do
    left=$value op=$token
    next
    term
    value=$((left $op value))
  done
}
comparison() {
  local left op
  sum
  while [[ $token == @(<|>|<=|>=|==|!=) ]]; do
    left=$value op=$token
    next
    sum
    value=$(((left $op value) * scale))
  done
}

show_value() {
  local sign= v=$1 part
  ((v < 0)) && sign=- v=$((-v))
  printf -v part '%04d' $((v % scale))
  part=${part%%+(0)}
  REPLY=$sign$((v / scale))${part:+.$part}
}

evaluate() {
  local line=$1 target=
  problem= value=0
  if [[ $line =~ ^[[:space:]]*([a-z_]+)[[:space:]]*=[^=](.*)$ ]]; then target=${BASH_REMATCH[1]}; line=${line#*=}; fi
  input=$line
  next
  comparison
  [[ $type == end || $problem ]] || oops "unexpected $token"
  if [[ $problem ]]; then echo "$1 -> error: $problem"; return 1; fi
  [[ $target ]] && var[$target]=$value
  show_value "$value"
  echo "$1 -> $REPLY"
}

while IFS= read -r line; do evaluate "$line"; done <<'LINES'
1 + 2 * 3
(1 + 2) * 3
-2 ** 2
2 ** 3 ** 2
10 / 4
1 / 3
7 % 3 - -1
x = 12.5
x * 2 + .25
sqrt(2)
sqrt(x ** 2)
max(1, 5, 3) - min(4, 2)
floor(-2.5) + abs(-3)
fact(10)
1 < 2
2 * 2 == 4
area = pi * x ^ 2
area
1 / 0
5 %
(1 + 2
foo + 1
bar(1)
3 $ 4
sqrt(-1)
2 ** -1

LINES

roman() {
  local n=$1 out= i
  local values=(1000 900 500 400 100 90 50 40 10 9 5 4 1) letters=(M CM D CD C XC L XL X IX V IV I)
  for i in "${!values[@]}"; do while ((n >= values[i])); do out+=${letters[i]} n=$((n - values[i])); done; done
  REPLY=$out
}
unroman() {
  local s=$1 total=0 last=0 i v
  local -A worth=([I]=1 [V]=5 [X]=10 [L]=50 [C]=100 [D]=500 [M]=1000)
  for ((i = ${#s} - 1; i >= 0; --i)); do
    v=${worth[${s:i:1}]-0}
    ((v)) || return 1
    ((v < last ? (total -= v) : (total += v, last = v)))
  done
  REPLY=$total
}
for n in 1 4 9 14 40 90 400 1994 2026 3999; do roman $n; r=$REPLY; unroman $r; printf '%5d %-12s %d\n' $n $r "$REPLY"; done
unroman MCMZ || echo 'not roman'
bad=0; for ((n = 1; n < 4000; n += 37)); do roman $n; unroman "$REPLY"; ((REPLY == n)) || ((++bad)); done; echo "wrong: $bad"

words() {
  local n=$1
  local small=(zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen)
  local tens=(- - twenty thirty forty fifty sixty seventy eighty ninety)
  if ((n < 0)); then words $((-n)); REPLY="minus $REPLY"
  elif ((n < 20)); then REPLY=${small[n]}
  elif ((n < 100)); then
    if ((n % 10)); then REPLY=${tens[n / 10]}-${small[n % 10]}; else REPLY=${tens[n / 10]}; fi
  else
    local size name rest
    for size in 1000000:million 1000:thousand 100:hundred; do
      name=${size#*:} size=${size%:*}
      ((n >= size)) || continue
      rest=$((n % size))
      words $((n / size)); local head="$REPLY $name"
      if ((rest)); then words $rest; REPLY="$head $REPLY"; else REPLY=$head; fi
      return
    done
  fi
}
for n in 0 13 20 21 99 100 101 999 1000 12345 1000000 -7654321; do words $n; echo "$n: $REPLY"; done
