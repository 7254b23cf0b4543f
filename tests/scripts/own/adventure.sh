#!/bin/bash
# A text adventure: a state machine over rooms, items and verbs, driven by commands on standard input.
shopt -s extglob nocasematch
declare -A exits=(
  [hall:north]=library [hall:east]=kitchen [library:south]=hall [kitchen:west]=hall
  [kitchen:down]=cellar [cellar:up]=kitchen [library:up]=attic [attic:down]=library
) about=(
  [hall]='a cold hall with a chequered floor' [library]='shelves up to the ceiling'
  [kitchen]='copper pans, a trap door' [cellar]='it is dark and smells of rust' [attic]='dust, and a chest'
) place=([lamp]=hall [key]=library [bread]=kitchen [chest]=attic [sword]=cellar) state=([lamp]=off [chest]=locked [door]=closed)
declare -i moves=0 score=0
room=hall over=
declare -a log=()

say() { printf '%s\n' "$*"; }
here() { [[ ${place[$1]-} == "$room" || ${place[$1]-} == carried ]]; }
dark() { [[ $room == cellar && ! (${place[lamp]} == carried && ${state[lamp]} == on) ]]; }

look() {
  if dark; then say 'It is too dark to see.'; return; fi
  say "You are in the $room: ${about[$room]}."
  local item dir found=()
  for item in "${!place[@]}"; do [[ ${place[$item]} == "$room" ]] && found+=("$item"); done
  if ((${#found[@]})); then
    mapfile -t found < <(printf '%s\n' "${found[@]}" | sort)
    say "You see: ${found[*]}."
  fi
  found=()
  for dir in north east south west up down; do [[ -n ${exits[$room:$dir]+x} ]] && found+=("$dir"); done
  local IFS=/
  say "Ways: ${found[*]}"
}

go() {
  local dir=$1
  case $dir in n) dir=north ;; s) dir=south ;; e) dir=east ;; w) dir=west ;; u) dir=up ;; d) dir=down ;; esac
  local to=${exits[$room:${dir,,}]-}
  if [[ -z $to ]]; then say "There is no way $dir."; return 1; fi
  if [[ $room:$dir == kitchen:down && ${state[door]} == closed ]]; then say 'The trap door is closed.'; return 1; fi
  room=$to
  look
}

take() {
  local item=${1,,}
  case $item in
    '') say 'Take what?' ;;
    chest) say 'It is too heavy.' ;;
    all) for item in "${!place[@]}"; do [[ ${place[$item]} == "$room" && $item != chest ]] && place[$item]=carried && ((score += 5)); done; inventory ;;
    *)
      if [[ ${place[$item]-} == carried ]]; then say "You have the $item."
      elif here "$item" && ! dark; then place[$item]=carried; score+=5; say "Taken: $item."
      else say "There is no $item here."; return 1
      fi ;;
  esac
}

drop() { [[ ${place[$1]-} == carried ]] && { place[$1]=$room; say "Dropped: $1."; } || say "You do not have that."; }

inventory() {
  local item list=
  while read -r item; do list+=${list:+, }$item; done < <(for item in "${!place[@]}"; do [[ ${place[$item]} == carried ]] && echo "$item"; done | sort)
  say "You carry ${list:-nothing}."
}

use() {
  local item=$1
  here "$item" || { say "There is no $item here."; return 1; }
  case $item in
    lamp) [[ ${state[lamp]} == off ]] && state[lamp]=on || state[lamp]=off; say "The lamp is ${state[lamp]}." ;;
    key)
      if [[ $room == attic && ${state[chest]} == locked ]]; then
        state[chest]=open score+=20 place[crown]=attic
        say 'The chest opens: a crown!'
      else say 'Nothing to unlock.'
      fi ;;
    bread) unset 'place[bread]'; score+=1; say 'It was stale.' ;;
    *) say "How?" ;;
  esac
}

run() {
  local line=$1 verb rest
  line=${line##+([[:space:]])}
  line=${line%%+([[:space:]])}
  read -r verb rest <<<"$line"
  rest=${rest#the }
  case $verb in
    '' | '#'*) return ;;
    go | walk) go "$rest" ;;
    north | south | east | west | up | down | [nsewud]) go "$verb" ;;
    look | l) look ;;
    take | get) take "$rest" ;;
    drop) drop "$rest" ;;
    inventory | i | inv*) inventory ;;
    use | light | eat | unlock) use "${rest%% with *}" ;;
    open) if [[ $rest == *door* && $room == kitchen ]]; then state[door]=open; say 'The trap door creaks.'; else say 'It does not open.'; fi ;;
    score) say "$score points in $moves moves." ;;
    quit) over=1; say 'Good bye.' ;;
    *) say "I do not know how to $verb."; return 1 ;;
  esac
  local status=$?
  ((++moves))
  log+=("$moves:$verb:$status")
  if [[ ${place[crown]-} == carried && $room == hall ]]; then say "You win with $((score + 100)) points."; over=won; fi
  return $status
}

look
while [[ -z $over ]] && IFS= read -r -p '> ' command; do
  printf '> %s\n' "$command"
  run "$command" || say "(status $?)"
done
printf '%s\n' "over: ${over:-end of input}" "${log[@]}" | paste -sd ' ' | fold -sw 70
declare -p score moves room
