#!/bin/bash
# A log analyser with the usual commands: makes an access log, then counts, sorts, joins and reports on it.
set -o pipefail
seed=1
rand() { seed=$(((seed * 1103515245 + 12345) & 0x7fffffff)); REPLY=$(((seed >> 12) % $1)); }
make_log() {
  local ips=(10.0.0.1 10.0.0.2 10.0.1.7 192.168.4.5 203.0.113.9) paths=(/ /index.html /api/users /api/users/7 /img/logo.png '/search?q=a+b' /admin)
  local agents=('Mozilla/5.0 (X11; Linux)' 'curl/7.88' 'bot "x"') statuses=(200 200 200 304 404 500) methods=(GET GET GET POST DELETE)
  local i ip path agent status method
  for ((i = 0; i < $1; ++i)); do
    rand 5; ip=${ips[REPLY]}; rand 7; path=${paths[REPLY]}; rand 3; agent=${agents[REPLY]}; rand 6; status=${statuses[REPLY]}; rand 5; method=${methods[REPLY]}
    rand 5000
    printf '%s - - [%(%d/%b/%Y:%H:%M:%S)T +0000] "%s %s HTTP/1.1" %d %d "-" "%s"\n' "$ip" $((1700000000 + i * 397)) "$method" "$path" "$status" "$REPLY" "$agent"
  done
}
make_log 120 >access.log
wc -l access.log; head -n 2 access.log; tail -n 1 access.log

echo '-- addresses'
cut -d ' ' -f 1 access.log | sort | uniq -c | sort -k1,1nr -k2,2 | while read -r n ip; do printf '%-15s %4d %s\n' "$ip" "$n" "$(printf '#%.0s' $(seq "$n"))"; done
echo '-- statuses'
grep -oE '" [0-9]{3} ' access.log | tr -dc '0-9\n' | sort | uniq -c | sort -rn
echo '-- paths that fail'
grep -E '" (404|500) ' access.log | sed -E 's/.*"[A-Z]+ ([^ ]+) HTTP.*" ([0-9]+) .*/\2 \1/' | sort | uniq -c | sort -k2,2n -k1,1nr -k3 | head
echo '-- hours'
grep -oP '\[\K[^:]+:\d\d' access.log | sort | uniq -c | head -n 5
echo '-- bytes by method'
declare -A bytes=() calls=()
pattern='^([^ ]+) .*\[([^]]+)\] "([A-Z]+) ([^ ]+) [^"]*" ([0-9]+) ([0-9]+) "[^"]*" "(.*)"$'
bad=0
while IFS= read -r line; do
  [[ $line =~ $pattern ]] || { ((++bad)); continue; }
  ((bytes[${BASH_REMATCH[3]}] += BASH_REMATCH[6], ++calls[${BASH_REMATCH[3]}]))
done <access.log
for m in "${!bytes[@]}"; do printf '%-7s %6d %8d %8d\n' "$m" "${calls[$m]}" "${bytes[$m]}" $((bytes[$m] / calls[$m])); done | sort
echo "not understood: $bad"
echo '-- agents'
sed -E 's/.*"([^"]*("x")?)"$/\1/' access.log | sort | uniq -c | sort -rn
echo '-- percentiles'
sed -E 's/.*" [0-9]+ ([0-9]+) .*/\1/' access.log | sort -n >sizes
n=$(wc -l <sizes)
for p in 0 50 90 99 100; do k=$((p * (n - 1) / 100 + 1)); printf 'p%-3d %6d\n' "$p" "$(sed -n "${k}p" sizes)"; done
echo '-- join with names'
printf '%s\n' '10.0.0.1 alpha' '10.0.0.2 beta' '192.168.4.5 gamma' '8.8.8.8 nobody' | sort >names
cut -d ' ' -f 1 access.log | sort | uniq -c | while read -r c i; do echo "$i $c"; done | sort >counts
join names counts; echo 'without a name:'; join -v 2 names counts; join -a 1 -e 0 -o 0,1.2,2.2 names counts
echo '-- split, compare'
grep ' 500 ' access.log >errors.log; grep -v ' 500 ' access.log >rest.log
cat errors.log rest.log | sort | cmp - <(sort access.log) 2>/dev/null && echo same || diff <(sort errors.log rest.log) <(sort access.log) && echo 'the same lines'
comm -12 <(cut -d '"' -f 2 errors.log | sort -u) <(cut -d '"' -f 2 rest.log | sort -u) | head -n 5
echo '-- slowest transitions'
paste -d ' ' <(cut -d ' ' -f 4 access.log | tr -d '[') <(cut -d '"' -f 2 access.log | cut -d ' ' -f 2) | tail -n +2 | head -n 3
prev=; declare -A next=()
while read -r _ _ _ _ _ _ path _; do [[ $prev ]] && next["$prev $path"]=$((${next["$prev $path"]-0} + 1)); prev=$path; done <access.log
for k in "${!next[@]}"; do printf '%d %s\n' "${next[$k]}" "$k"; done | sort -k1,1nr -k2 | head -n 4
echo '-- report'
{
  printf '%-20s|%10s|%6s\n' path hits share
  printf '%s\n' "$(printf '=%.0s' {1..38})"
  cut -d '"' -f 2 access.log | cut -d ' ' -f 2 | sort | uniq -c | sort -k1,1nr -k2 | while read -r hits path; do
    printf '%-20.20s|%10d|%5d%%\n' "$path" "$hits" $((100 * hits / n))
  done
} | tee report.txt | cat -n
md5sum report.txt access.log
find . -name '*.log' -size +1k -exec basename {} \; | sort
rotate() { local i; for ((i = 3; i > 0; --i)); do [[ -e $1.$((i - 1)) ]] && mv "$1.$((i - 1))" "$1.$i"; done; mv "$1" "$1.0"; : >"$1"; }
for i in 1 2 3 4 5; do echo "entry $i" >>app.log; rotate app.log; done
for f in app.log*; do printf '%s: %s\n' "$f" "$(cat "$f")"; done
false | cat; echo "pipefail $?"; tail -n 2 access.log | tac | rev | cut -c 1-20 | rev
(trap 'echo "cleaned $(ls tmp.* | wc -l)"; rm -f tmp.*' EXIT; for i in 1 2 3; do mktemp -p . tmp.XXXXXX >/dev/null; done; exit 3); echo "=> $?"; ls tmp.* 2>/dev/null | wc -l
while read -r -n 3 piece; do printf '<%s>' "$piece"; done <<<abcdefgh; echo
exec 7<names; read -r -u 7 first; echo "$first"; exec 7<&-
printf '%s\n' b a c | mapfile -t -c 1 -C 'echo callback' lines; shopt -s lastpipe; printf '%s\n' b a c | mapfile -t lines; echo "${lines[@]}"

echo '-- a summary for each day, by a state machine over sorted lines'
day= count=0 failed=0 first=
flush_day() {
  [[ $day ]] || return 0
  printf '%s: %3d requests, %2d failed, first %s\n' "$day" "$count" "$failed" "$first"
}
while IFS= read -r line; do
  [[ $line =~ $pattern ]] || continue
  stamp=${BASH_REMATCH[2]%% *}
  this=${stamp%%:*}
  if [[ $this != "$day" ]]; then
    flush_day
    day=$this count=0 failed=0 first=${stamp#*:}
  fi
  ((++count))
  case ${BASH_REMATCH[5]} in
    [45]??) ((++failed)) ;;
  esac
done <access.log
flush_day

echo '-- sessions: the same address within ten minutes'
declare -A last=() session=() hits=()
sessions=0 clock=0
while read -r ip _; do
  ((clock += 397))
  if [[ -z ${last[$ip]-} ]] || ((clock - ${last[$ip]} > 600)); then
    session[$ip]=$((++sessions))
  fi
  last[$ip]=$clock
  ((hits[${session[$ip]}] += 1)) || :
done <access.log
echo "$sessions sessions"
printf '%s\n' "${hits[@]}" | sort -n | uniq -c | sort -rn
