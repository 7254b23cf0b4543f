#!/bin/bash
# Markdown to text and to HTML, line by line; word wrap, tables, and a table of contents.
shopt -s extglob
escape() { REPLY=${1//&/&amp;}; REPLY=${REPLY//</&lt;}; REPLY=${REPLY//>/&gt;}; }

inline_html() {
  local s out=
  escape "$1"; s=$REPLY
  while [[ $s =~ ^([^\`]*)\`([^\`]+)\`(.*)$ ]]; do
    spans "${BASH_REMATCH[1]}"; out+=$REPLY'<code>'${BASH_REMATCH[2]}'</code>' s=${BASH_REMATCH[3]}
    [[ $s ]] || break
    [[ $s =~ ^([^\`]*)\`([^\`]+)\`(.*)$ ]] || break
  done
  spans "$s"
  REPLY=$out$REPLY
}
spans() {
  local s=$1
  while [[ $s =~ ^(.*)\[([^]]+)\]\(([^\)]+)\)(.*)$ ]]; do s="${BASH_REMATCH[1]}<a href=\"${BASH_REMATCH[3]}\">${BASH_REMATCH[2]}</a>${BASH_REMATCH[4]}"; done
  while [[ $s =~ ^(.*)\*\*([^*]+)\*\*(.*)$ ]]; do s="${BASH_REMATCH[1]}<b>${BASH_REMATCH[2]}</b>${BASH_REMATCH[3]}"; done
  while [[ $s =~ ^(.*)\*([^*]+)\*(.*)$ ]]; do s="${BASH_REMATCH[1]}<i>${BASH_REMATCH[2]}</i>${BASH_REMATCH[3]}"; done
  REPLY=$s
}
inline_text() {
  local s=$1
  while [[ $s =~ ^(.*)\[([^]]+)\]\(([^\)]+)\)(.*)$ ]]; do s="${BASH_REMATCH[1]}${BASH_REMATCH[2]} <${BASH_REMATCH[3]}>${BASH_REMATCH[4]}"; done
  s=${s//'**'/}; s=${s//\*([^*])\*/}; s=${s//\`/\'}
  REPLY=$s
}
wrap() {  # width indent text
  local width=$1 indent=$2 line= word
  set -f
  for word in $3; do
    if [[ $line ]] && ((${#line} + 1 + ${#word} > width - ${#indent})); then printf '%s%s\n' "$indent" "$line"; line=$word
    else line+=${line:+ }$word
    fi
  done
  set +f
  [[ $line ]] && printf '%s%s\n' "$indent" "$line"
}
slug() { local s=${1,,}; s=${s//[^a-z0-9 -]/}; REPLY=${s// /-}; }

table_text() {  # the lines of a table
  local -a widths=() cells
  local line i pass
  for pass in measure print; do
    for line; do
      line=${line#|} line=${line%|}
      IFS='|' read -ra cells <<<"$line"
      [[ ${cells[0]} == *(\ |:)+(-)*(\ |:) ]] && { [[ $pass == print ]] && for i in "${!widths[@]}"; do printf '%s  ' "$(printf -- '-%.0s' $(seq "${widths[i]}"))"; done && echo; continue; }
      for i in "${!cells[@]}"; do
        cells[i]=${cells[i]##+( )}; cells[i]=${cells[i]%%+( )}
        if [[ $pass == measure ]]; then ((${#cells[i]} > ${widths[i]-0})) && widths[i]=${#cells[i]}
        else printf '%-*s  ' "${widths[i]}" "${cells[i]}"
        fi
      done
      [[ $pass == print ]] && echo
    done
  done | sed 's/ *$//'
}

convert() {  # text|html
  local mode=$1 line paragraph= list= code= n=0 level title
  local -a table=()
  end_paragraph() {
    [[ $paragraph ]] || return 0
    if [[ $mode == html ]]; then inline_html "$paragraph"; printf '<p>%s</p>\n' "$REPLY"; else inline_text "$paragraph"; wrap 60 '' "$REPLY"; echo; fi
    paragraph=
  }
  end_list() { [[ $list ]] || return 0; [[ $mode == html ]] && echo "</$list>" || echo; list= n=0; }
  end_table() { ((${#table[@]})) || return 0; if [[ $mode == text ]]; then table_text "${table[@]}"; echo; else printf '<pre>%s</pre>\n' "${#table[@]} rows"; fi; table=(); }
  end_all() { end_paragraph; end_list; end_table; }
  while IFS= read -r line; do
    if [[ $code ]]; then
      if [[ $line == '```' ]]; then code=; [[ $mode == html ]] && echo '</pre>' || echo
      else escape "$line"; [[ $mode == html ]] && printf '%s\n' "$REPLY" || printf '    %s\n' "$line"
      fi
      continue
    fi
    case $line in
      '```'*) end_all; code=${line#'```'}x; [[ $mode == html ]] && echo "<pre class=${code%x}>" ;;
      '') end_all ;;
      '#'*)
        end_all
        title=${line##+(#)}; level=$((${#line} - ${#title})); title=${title# }
        slug "$title"
        if [[ $mode == html ]]; then printf '<h%d id="%s">%s</h%d>\n' $level "$REPLY" "$title" $level
        else printf '%s\n%s\n\n' "$title" "$(printf "%${#title}s" | tr ' ' "$([[ $level == 1 ]] && echo = || echo -)")"
        fi ;;
      '|'*) end_paragraph; table+=("$line") ;;
      [-*]' '* | +([0-9])'. '*)
        end_paragraph
        local kind=ul; [[ $line == [0-9]* ]] && kind=ol
        [[ $list == "$kind" ]] || { end_list; list=$kind; [[ $mode == html ]] && echo "<$kind>"; }
        line=${line#+([0-9]). }; line=${line#[-*] }
        ((++n))
        if [[ $mode == html ]]; then inline_html "$line"; printf '<li>%s</li>\n' "$REPLY"
        else inline_text "$line"; local mark='*'; [[ $kind == ol ]] && mark=$n.; wrap 60 '    ' "$REPLY" | sed "1s/^    /  $mark /"
        fi ;;
      '> '*) end_all; if [[ $mode == html ]]; then inline_html "${line#> }"; echo "<blockquote>$REPLY</blockquote>"; else wrap 60 '  | ' "${line#> }"; echo; fi ;;
      ---*(-)) end_all; [[ $mode == html ]] && echo '<hr>' || printf '%s\n\n' "$(printf '_%.0s' {1..20})" ;;
      *) paragraph+=${paragraph:+ }$line ;;
    esac
  done
  end_all
}

document() {
  cat <<'MD'
# A *small* document

Some **bold** text with `code < here` and a [link](http://x.y/?a=1&b=2), long enough that it has to be wrapped over
several lines of sixty columns each.
And *more* of the same paragraph.

## Lists & things

- one
- two with **stars** that is itself so long that it must be wrapped to a second line
- `three`

1. first
2. second

> A quotation of somebody, who said `so`.

| name | size | what |
|------|-----:|------|
| a.txt | 12 | text |
| longer name | 7 | **b** |

---
### Code
```sh
for i in 1 2; do
  echo "$i" > /dev/null && true
done
```
The end.
MD
}
document | convert text
echo ==========
document | convert html
echo ==========
toc=$(document | grep -n '^#' | while IFS=: read -r n line; do t=${line##+(#)}; l=$((${#line} - ${#t})); slug "${t# }"; printf '%*s- %s (#%s, line %d)\n' $((2 * l - 2)) '' "${t# }" "$REPLY" "$n"; done)
echo "$toc"
document | tr -cs '[:alpha:]' '\n' | tr '[:upper:]' '[:lower:]' | sort | uniq -c | sort -k1,1nr -k2 | head -n 8
