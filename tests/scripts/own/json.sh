#!/bin/bash
# A JSON parser and printer in bash alone: tokens by regular expressions, a recursive parser that fills an associative array
# of paths, queries, a pretty printer, and exact errors.
LC_ALL=C.UTF-8
declare -A node kind
declare -a tokens=()
error=

tokenize() {
  local text=$1 at=0 m
  local str='^"([^"\\]|\\.)*"' num='^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?' word='^(true|false|null)' space=$'^[ \t\r\n]+'
  tokens=()
  while [[ $text ]]; do
    if [[ $text =~ $space ]]; then m=${BASH_REMATCH[0]}
    elif [[ $text =~ $str || $text =~ $num || $text =~ $word ]]; then m=${BASH_REMATCH[0]}; tokens+=("$m")
    elif [[ ${text:0:1} == [][{}:,] ]]; then m=${text:0:1}; tokens+=("$m")
    else error="unexpected character '${text:0:1}' at $at"; return 1
    fi
    text=${text:${#m}}
    ((at += ${#m}))
  done
}

unescape() {
  local s=${1:1:${#1}-2} out= c hex
  while [[ $s == *\\* ]]; do
    out+=${s%%\\*} s=${s#*\\} c=${s:0:1} s=${s:1}
    case $c in
      n) out+=$'\n' ;; t) out+=$'\t' ;; r) out+=$'\r' ;; b) out+=$'\b' ;; f) out+=$'\f' ;;
      u)
        hex=${s:0:4} s=${s:4}
        if [[ $hex == [dD][89abAB]* && $s == \\u[dD][c-fC-F]* ]]; then
          printf -v c '\\U%08x' $(((0x$hex - 0xd800 << 10) + 0x${s:2:4} - 0xdc00 + 0x10000))
          s=${s:6}
        else
          c="\\u$hex"
        fi
        printf -v c "$c"
        out+=$c ;;
      *) out+=$c ;;
    esac
  done
  REPLY=$out$s
}

at=0
value() {  # path
  local path=$1 token=${tokens[at]-} i key
  case $token in
    '{')
      kind[$path]=object node[$path]=
      ((++at))
      [[ ${tokens[at]-} == '}' ]] && { ((++at)); return; }
      while :; do
        [[ ${tokens[at]-} == \"* ]] || { error="expected a key, got '${tokens[at]-end}'"; return 1; }
        unescape "${tokens[at]}"; key=$REPLY
        ((++at))
        [[ ${tokens[at]-} == : ]] || { error="expected ':' after $key, got '${tokens[at]-end}'"; return 1; }
        ((++at))
        [[ -n ${kind[$path.$key]-} ]] || node[$path]+=${node[$path]:+$'\x1f'}$key
        value "$path.$key" || return
        case ${tokens[at]-} in
          ,) ((++at)) ;;
          '}') ((++at)); return 0 ;;
          *) error="expected ',' or '}', got '${tokens[at]-end}'"; return 1 ;;
        esac
      done ;;
    '[')
      kind[$path]=array
      ((++at))
      i=0
      if [[ ${tokens[at]-} == ']' ]]; then ((++at)); node[$path]=0; return 0; fi
      while :; do
        value "$path.$i" || return
        ((++i))
        case ${tokens[at]-} in
          ,) ((++at)) ;;
          ']') ((++at)); node[$path]=$i; return 0 ;;
          *) error="expected ',' or ']', got '${tokens[at]-end}'"; return 1 ;;
        esac
      done ;;
    \"*) unescape "$token"; kind[$path]=string node[$path]=$REPLY; ((++at)) ;;
    true | false) kind[$path]=boolean node[$path]=$token; ((++at)) ;;
    null) kind[$path]=null node[$path]=null; ((++at)) ;;
    [-0-9]*) kind[$path]=number node[$path]=$token; ((++at)) ;;
    *) error="expected a value, got '${token:-end}'"; return 1 ;;
  esac
  return 0
}

parse() {
  node=() kind=() error= at=0
  tokenize "$1" && value R || { echo "error: $error"; return 1; }
  ((at == ${#tokens[@]})) || { echo "error: '${tokens[at]}' after the end"; return 1; }
}

quote() {
  local s=$1 c i
  s=${s//\\/\\\\}; s=${s//\"/\\\"}; s=${s//$'\n'/\\n}; s=${s//$'\t'/\\t}; s=${s//$'\r'/\\r}
  for i in 01 02 03 07 08 0c 1b; do
    printf -v c "\\x$i"
    s=${s//"$c"/\\u00$i}
  done
  REPLY=\"$s\"
}

pretty() {  # path indent
  local path=$1 pad=$2 key i keys
  case ${kind[$path]} in
    object)
      [[ -n ${node[$path]} || -n ${kind[$path.]-} ]] || { printf '{}'; return; }
      printf '{\n'
      IFS=$'\x1f' read -rd '' -a keys <<<"${node[$path]}"
      keys[-1]=${keys[-1]%$'\n'}
      for i in "${!keys[@]}"; do
        quote "${keys[i]}"
        printf '%s  %s: ' "$pad" "$REPLY"
        pretty "$path.${keys[i]}" "$pad  "
        ((i < ${#keys[@]} - 1)) && echo , || echo
      done
      printf '%s}' "$pad" ;;
    array)
      ((node[$path])) || { printf '[]'; return; }
      printf '[\n'
      for ((i = 0; i < node[$path]; ++i)); do
        printf '%s  ' "$pad"
        pretty "$path.$i" "$pad  "
        ((i < node[$path] - 1)) && echo , || echo
      done
      printf '%s]' "$pad" ;;
    string) quote "${node[$path]}"; printf %s "$REPLY" ;;
    *) printf %s "${node[$path]}" ;;
  esac
}

get() { printf '%s = %s (%s)\n' "$1" "${node[$1]-(none)}" "${kind[$1]-missing}"; }

parse '{"name": "nacre", "tags": ["a", "b\"c", "é😀\u00e9\ud83d\ude00"], "n": -1.5e+3, "deep": {"x": [[1, [2, {"y": null}]], {}, []], "": "empty key"}, "t": true, "s": "tab\tnl\nbs\\"}'
get R.name; get R.tags.1; get R.tags.2; get R.n; get R.deep.x.0.1.1.y; get R.deep.x.1; get R.t; get R.nosuch; get R.s
pretty R ''; echo
for k in "${!kind[@]}"; do printf '%s\n' "$k ${kind[$k]}"; done | sort | head -n 12
for bad in '' '[1,2' '{"a" 1}' '{"a":1,}' '[1 2]' 'nul' '[01]' '"open' '{1:2}' '[1]]' '"a" "b"' $'["\x01"]' '[1,,2]' '{"a":}'; do
  printf '%-12s ' "${bad//[[:cntrl:]]/?}"; parse "$bad" && { pretty R ''; echo; }
done
parse '[0, -0, 10, 1.25, 1e5, 2E-3, "\/\b\f", {"a":1,"a":2}]' && { pretty R ''; echo; }
text=$(pretty R ''); parse "$text"; [[ $(pretty R '') == "$text" ]] && echo 'the same again'
