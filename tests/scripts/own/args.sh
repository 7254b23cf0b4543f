#!/bin/bash
# An argument parser: options declared in a table, long and short, bundled, with =, repeated, negated; usage made from it.
set -u
declare -A opt_long=() opt_kind=() opt_help=() opt_value=() opt_count=()
declare -a opt_order=() operands=()
program=args

define() {  # short long kind default help
  local short=$1 long=$2 kind=$3 default=$4 help=$5
  [[ -n ${opt_kind[$long]+set} ]] && { echo "$program: $long is defined twice" >&2; return 1; }
  opt_order+=("$long")
  [[ $short ]] && opt_long[$short]=$long
  opt_kind[$long]=$kind opt_help[$long]=$help opt_value[$long]=$default opt_count[$long]=0
}

fail() {
  printf '%s: %s\n' "$program" "$1" >&2
  printf "Try '%s --help' for more information.\n" "$program" >&2
  return 2
}

short_of() {
  local s
  for s in "${!opt_long[@]}"; do
    [[ ${opt_long[$s]} == "$1" ]] && { REPLY=$s; return; }
  done
  REPLY=
}

usage() {
  local long left width=0
  local -a lefts=()
  printf 'Usage: %s [OPTION]... [--] [WORD]...\n\n' "$program"
  for long in "${opt_order[@]}"; do
    short_of "$long"
    left="    --$long"
    [[ $REPLY ]] && left="-$REPLY, --$long"
    case ${opt_kind[$long]} in
      flag) ;;
      bool) left=${left/--/--[no-]} ;;
      int) left+=' N' ;;
      choice:*) left+="=${opt_kind[$long]#choice:}" left=${left//,/|} left=${left/|/,} ;;
      *) left+=" ${opt_kind[$long]^^}" ;;
    esac
    lefts+=("$left")
    ((${#left} > width)) && width=${#left}
  done
  local i=0
  for long in "${opt_order[@]}"; do
    printf '  %-*s  %s' "$width" "${lefts[i++]}" "${opt_help[$long]}"
    [[ ${opt_value[$long]} && ${opt_kind[$long]} != flag ]] && printf ' [%s]' "${opt_value[$long]//$'\x1f'/, }"
    echo
  done
}

resolve() {  # a long name, perhaps abbreviated
  local long
  local -a found=()
  [[ -n ${opt_kind[$1]+set} ]] && { REPLY=$1; return; }
  for long in "${opt_order[@]}"; do [[ $long == "$1"* ]] && found+=("$long"); done
  case ${#found[@]} in
    0) fail "unrecognized option '--$1'" ;;
    1) REPLY=${found[0]} ;;
    *) fail "option '--$1' is ambiguous; possibilities:$(printf " '--%s'" "${found[@]}")" ;;
  esac
}

store() {  # long value
  local long=$1 value=$2 choice
  case ${opt_kind[$long]} in
    int)
      [[ $value =~ ^[-+]?[0-9]+$ ]] || { fail "invalid number '$value' for --$long"; return; }
      opt_value[$long]=$((10#${value#[-+]}))
      [[ $value == -* ]] && opt_value[$long]=-${opt_value[$long]} ;;
    choice:*)
      IFS=, read -ra choice <<<"${opt_kind[$long]#choice:}"
      [[ " ${choice[*]} " == *" $value "* ]] || { fail "--$long is one of ${choice[*]}, not '$value'"; return; }
      opt_value[$long]=$value ;;
    list) ((opt_count[$long])) && opt_value[$long]+=$'\x1f'$value || opt_value[$long]=$value ;;
    *) opt_value[$long]=$value ;;
  esac
  ((opt_count[$long] += 1))
}

parse() {
  local word name value long
  while (($#)); do
    word=$1; shift
    case $word in
      --) operands+=("$@"); return ;;
      --no-*)
        resolve "${word#--no-}" || return
        [[ ${opt_kind[$REPLY]} == bool ]] || { fail "--$REPLY cannot be negated"; return; }
        opt_value[$REPLY]=no; ((++opt_count[$REPLY])) ;;
      --?*)
        name=${word#--} value=
        [[ $name == *=* ]] && value=${name#*=} name=${name%%=*}
        resolve "$name" || return
        long=$REPLY
        case ${opt_kind[$long]} in
          flag|bool)
            [[ $word == *=* ]] && { fail "option '--$long' doesn't allow an argument"; return; }
            opt_value[$long]=yes; ((++opt_count[$long])) ;;
          *)
            if [[ $word != *=* ]]; then
              (($#)) || { fail "option '--$long' requires an argument"; return; }
              value=$1; shift
            fi
            store "$long" "$value" || return ;;
        esac ;;
      -?*)
        word=${word#-}
        while [[ $word ]]; do
          name=${word:0:1} word=${word:1}
          long=${opt_long[$name]-}
          [[ $long ]] || { fail "invalid option -- '$name'"; return; }
          case ${opt_kind[$long]} in
            flag|bool) opt_value[$long]=yes; ((++opt_count[$long])) ;;
            *)
              value=$word word=
              if [[ -z $value ]]; then
                (($#)) || { fail "option requires an argument -- '$name'"; return; }
                value=$1; shift
              fi
              store "$long" "$value" || return ;;
          esac
        done ;;
      *) operands+=("$word") ;;
    esac
  done
}

define v verbose flag '' 'say more'
define n lines int 10 'how many lines'
define c color choice:auto,always,never auto 'when to colour'
define I include list '' 'folders to look in'
define '' cache bool yes 'keep results'
define o output file out.txt 'where to write'
define h help flag '' 'show this'
define n lines int 10 'again' || echo "defined twice: $?"

show() {
  local long
  opt_value=([verbose]= [lines]=10 [color]=auto [include]= [cache]=yes [output]=out.txt [help]=)
  for long in "${opt_order[@]}"; do opt_count[$long]=0; done
  operands=()
  printf '$ args'; printf ' %q' "$@"; echo
  parse "$@"
  echo "status $?"
  for long in "${opt_order[@]}"; do
    ((opt_count[$long])) && printf '  %s=%q (%d)\n' "$long" "${opt_value[$long]}" "${opt_count[$long]}"
  done
  ((${#operands[@]})) && printf '  <%s>' "${operands[@]}" && echo
  return 0
}

usage
show
show -vvn5 a b
show --lines=007 --lines -3 --col never -Ia -I b --inc 'c d' x
show --no-cache -v -- -x --y
show -n
show --li x
show -q
show --co=blue
show --c
show --verbose=1 --no-lines
show --no-lines
show -o 'a file' -vI x '' 'q"r'
