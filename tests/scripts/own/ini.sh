#!/bin/bash
# An INI parser and writer, and a todo manager that keeps its list in such a file.
shopt -s extglob
declare -A ini=()
declare -a sections=() keys=()

trim() { REPLY=${1##+([[:space:]])}; REPLY=${REPLY%%+([[:space:]])}; }

ini_parse() {  # file
  local line number=0 section= key value more=
  ini=() sections=() keys=()
  [[ -r $1 ]] || { echo "$1: cannot be read" >&2; return 1; }
  while IFS= read -r line || [[ $line ]]; do
    ((++number))
    line=${line%$'\r'}
    [[ $more ]] && line=$more${line##+([[:space:]])} more=
    if [[ $line == *\\ ]]; then more=${line%\\}; continue; fi
    trim "$line"; line=$REPLY
    case $line in
      '' | [\;#]*) ;;
      \[*\])
        trim "${line:1:-1}"; section=$REPLY
        [[ " ${sections[*]} " == *" $section "* ]] || sections+=("$section") ;;
      *=* | *:*)
        key=${line%%[=:]*}
        value=${line#"$key"?}
        trim "$key"; key=${REPLY,,}
        trim "$value"; value=$REPLY
        case $value in
          \"*\") value=${value:1:-1}; printf -v value %b "$value" ;;
          \'*\') value=${value:1:-1} ;;
          *) value=${value%%+([[:space:]])[\;#]*} ;;
        esac
        while [[ $value =~ ^(.*)\$\{([a-z_.]+)\}(.*)$ ]]; do
          value=${BASH_REMATCH[1]}${ini[${BASH_REMATCH[2]}]-<${BASH_REMATCH[2]}?>}${BASH_REMATCH[3]}
        done
        if [[ $key == *'[]' ]]; then
          key=${key%'[]'}
          ini[$section.$key]+=${ini[$section.$key]+,}$value
        else
          [[ -v ini[$section.$key] ]] && echo "$1:$number: $section.$key again" >&2
          ini[$section.$key]=$value
        fi
        keys+=("$section.$key") ;;
      *) echo "$1:$number: not understood: $line" >&2 ;;
    esac
  done <"$1"
}

ini_write() {
  local section key first=1 done=
  for section in '' "${sections[@]}"; do
    [[ $section ]] && { ((first)) || echo; printf '[%s]\n' "$section"; }
    for key in "${keys[@]}"; do
      [[ ${key%.*} == "$section" && $done != *" $key "* ]] || continue
      done+=" $key "
      printf '%s = %s\n' "${key##*.}" "${ini[$key]@Q}"
      first=0
    done
  done
}

cat >sample.ini <<'INI'
; a comment
name = nacre
Home : /home/${.name}
[ server ]
host = localhost ; trailing
port=8080
url = http://${server.host}:${server.port}/${nosuch}
motd = "tab\there # kept"
raw = 'a ; b'
long = one \
       two \
       three
[paths]
list[] = /a
list[] = /b c
list[] = /d
empty =
this is wrong
[server]
port = 9090
INI
ini_parse sample.ini 2>errors
cat errors
for key in "${!ini[@]}"; do printf '%s=%s\n' "$key" "${ini[$key]}"; done | sort
ini_write | tee again.ini
ini_parse nosuch.ini || echo "status $?"
ini_parse again.ini && ini_write | diff again.ini - && echo 'written the same'

# --- todo
file=todo.ini
todo() {
  local command=${1-list} id; (($#)) && shift
  [[ -e $file ]] || : >"$file"
  ini_parse "$file"
  case $command in
    add)
      id=$((${ini[meta.last]-0} + 1))
      ini[meta.last]=$id
      [[ " ${sections[*]} " == *' meta '* ]] || sections+=(meta)
      [[ " ${keys[*]} " == *' meta.last '* ]] || keys+=(meta.last)
      sections+=("t$id")
      keys+=("t$id.text" "t$id.state" "t$id.tags")
      local tags=() words=() w
      for w in $*; do if [[ $w == +* ]]; then tags+=("${w#+}"); else words+=("$w"); fi; done
      ini[t$id.text]=${words[*]} ini[t$id.state]=open ini[t$id.tags]=${tags[*]}
      echo "added $id: ${words[*]}" ;;
    done | drop)
      for id; do
        [[ -v ini[t$id.text] ]] || { echo "no todo $id"; continue; }
        if [[ $command == drop ]]; then
          local kept=() k
          for k in "${keys[@]}"; do [[ $k == "t$id."* ]] || kept+=("$k"); done
          keys=("${kept[@]}"); unset "ini[t$id.text]" "ini[t$id.state]" "ini[t$id.tags]"
          kept=(); for k in "${sections[@]}"; do [[ $k == "t$id" ]] || kept+=("$k"); done; sections=("${kept[@]}")
        else ini[t$id.state]=done
        fi
        echo "$command $id"
      done ;;
    list)
      local n=0 total=0 mark
      for id in "${sections[@]}"; do
        [[ $id == t+([0-9]) ]] || continue
        [[ ${1-} && " ${ini[$id.tags]} " != *" $1 "* ]] && continue
        mark=' '; [[ ${ini[$id.state]} == done ]] && mark=x && ((++n))
        ((++total))
        printf '%3d [%s] %-24s %s\n' "${id#t}" "$mark" "${ini[$id.text]}" "${ini[$id.tags]:+(${ini[$id.tags]// /, })}"
      done
      printf '%d of %d done\n' "$n" "$total"
      return ;;
    *) echo "todo: what is '$command'?"; return 2 ;;
  esac
  ini_write >"$file.new" && mv "$file.new" "$file"
}
todo; todo add buy milk +shop; todo add "write a shell" +work +fun; todo add sleep; todo list; todo 'done' 2 9; todo list; todo list fun; todo drop 1; todo add again +shop; todo list; todo fly || echo "=> $?"
cat "$file"
