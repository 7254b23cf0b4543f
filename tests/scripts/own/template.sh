#!/bin/bash
# A template renderer: {{name}}, {{name|filter}}, {{#each list}}..{{/each}}, {{#if x}}..{{else}}..{{/if}}, comments, escapes.
declare -A vars=([title]='Report & more' [user]='ada <lovelace>' [empty]='' [n]=3 [price]=1234567)
declare -A lists=([fruits]=$'apple\nbanana\nfig tart' [none]='' [nums]=$'1\n2\n3\n4')
line_number=0

escape_html() {
  local s=$1
  s=${s//&/&amp;}; s=${s//</&lt;}; s=${s//>/&gt;}; s=${s//\"/&quot;}
  REPLY=$s
}

group() {  # 1234567 -> 1,234,567
  local s=$1 out=
  while ((${#s} > 3)); do out=,${s: -3}$out s=${s:0:${#s}-3}; done
  REPLY=$s$out
}

apply() {  # value filter
  local v=$1 f=$2 arg=
  [[ $f == *:* ]] && arg=${f#*:} f=${f%%:*}
  case $f in
    upper) REPLY=${v^^} ;;
    lower) REPLY=${v,,} ;;
    title) local w out=; for w in $v; do out+=${out:+ }${w^}; done; REPLY=$out ;;
    html) escape_html "$v" ;;
    default) REPLY=${v:-$arg} ;;
    length) REPLY=${#v} ;;
    rev) local i out=; for ((i = ${#v}; i--;)); do out+=${v:i:1}; done; REPLY=$out ;;
    pad) printf -v REPLY '%-*s|' "$arg" "$v" ;;
    lpad) printf -v REPLY '%*s' "$arg" "$v" ;;
    repeat) REPLY=; while ((arg-- > 0)); do REPLY+=$v; done ;;
    group) group "$v" ;;
    quote) REPLY=${v@Q} ;;
    replace) local from=${arg%%,*} to=${arg#*,}; REPLY=${v//"$from"/$to} ;;
    *) echo "template: line $line_number: unknown filter '$f'" >&2; REPLY=$v; return 1 ;;
  esac
}

expression() {  # name|filter|filter
  local expr=$1 name value part
  name=${expr%%|*}
  name=${name//[[:space:]]/}
  value=${vars[$name]-}
  expr=${expr#"${expr%%|*}"}
  while [[ $expr == \|* ]]; do
    expr=${expr#|}
    part=${expr%%|*}
    expr=${expr#"$part"}
    part=${part##+([[:space:]])}
    part=${part%%+([[:space:]])}
    apply "$value" "$part"
    value=$REPLY
  done
  REPLY=$value
}

truthy() {
  local name=$1 negate=
  [[ $name == !* ]] && negate=1 name=${name#!}
  if [[ -n ${lists[$name]+set} ]]; then [[ ${lists[$name]} ]]; else [[ -n ${vars[$name]-} && ${vars[$name]} != 0 ]]; fi
  local s=$?
  [[ $negate ]] && s=$((!s))
  return $s
}

# Finds the end of a block: REPLY is the inside, other the part after {{else}}, rest what follows.
block() {  # kind text
  local kind=$1 text=$2 depth=1 tag before
  REPLY= other= rest=
  local in_else=
  while [[ $text == *'{{'*'}}'* ]]; do
    before=${text%%'{{'*}
    text=${text#"$before{{"}
    tag=${text%%'}}'*}
    text=${text#"$tag}}"}
    case $tag in
      "#$kind "*) ((++depth)) ;;
      "/$kind") ((--depth)) ;;
    esac
    if [[ $depth == 0 ]]; then
      if [[ $in_else ]]; then other+=$before; else REPLY+=$before; fi
      rest=$text
      return 0
    fi
    if [[ $tag == else && $depth == 1 && $kind == if ]]; then
      REPLY+=$before in_else=1
    elif [[ $in_else ]]; then other+="$before{{$tag}}"
    else REPLY+="$before{{$tag}}"
    fi
  done
  echo "template: {{#$kind}} is not closed" >&2
  return 1
}

render() {
  local text=$1 out= tag before inside rest other item i
  while [[ $text == *'{{'*'}}'* ]]; do
    before=${text%%'{{'*}
    text=${text#"$before{{"}
    tag=${text%%'}}'*}
    text=${text#"$tag}}"}
    out+=$before
    line_number=$(($(grep -c '' <<<"$out")))
    case $tag in
      '!'*) ;;
      '#if '*)
        block if "$text" || return
        inside=$REPLY text=$rest
        if truthy "${tag#\#if }"; then render "$inside"; else render "$other"; fi
        out+=$REPLY ;;
      '#each '*)
        block each "$text" || return
        inside=$REPLY text=$rest i=0
        local list=${lists[${tag#\#each }]-} save=$text
        if [[ $list ]]; then
          while IFS= read -r item; do
            vars[this]=$item vars[index]=$((++i)) vars[odd]=$((i % 2))
            render "$inside" || return
            out+=$REPLY
          done <<<"$list"
        fi
        text=$save ;;
      *) expression "$tag"; out+=$REPLY ;;
    esac
  done
  REPLY=$out$text
}

shopt -s extglob
check() { printf -- '--- %s\n' "$1"; render "$2" && printf '%s\n' "$REPLY" || echo "failed: $?"; }
check plain 'no tags at all { } }}'
check variables '{{title}} by {{ user }}, {{missing}}{{empty}}.'
check filters '{{title|upper}} {{user|html}} {{user|title|rev}} {{missing|default:none given}} {{title|length}} {{price|group}} {{n|lpad:5}} {{n|pad:4}}'
check 'more filters' '{{title|replace:o,0|quote}} {{n|repeat:4}} {{title|nosuch}}'
check if '{{#if n}}yes {{n}}{{else}}no{{/if}} {{#if empty}}yes{{else}}no {{title}}{{/if}} {{#if !empty}}not{{/if}}'
check nested '{{#if n}}a{{#if empty}}b{{else}}c{{/if}}d{{else}}e{{/if}}f'
check each $'{{#each fruits}}\n{{index}}. {{this|title}}{{#if odd}} *{{/if}}{{/each}}\nend'
check 'each in each' '{{#each nums}}{{this}}:{{#each fruits}}{{this|upper}} {{/each}};{{/each}}'
check 'each of none' '[{{#each none}}x{{/each}}]{{#if none}}some{{else}}none{{/if}}'
check comment 'a{{! nothing }}b'
check unclosed '{{#if n}}a'
check 'unclosed each' 'x{{#each nums}}a{{/if}}'
printf '%s lines\n' "$line_number"
