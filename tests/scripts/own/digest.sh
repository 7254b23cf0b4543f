#!/bin/bash
# Base64, hexadecimal, CRC-32, Adler-32, MD5, SHA-1 and SHA-256 in arithmetic alone; run-length and Caesar coding; a password generator.
LC_ALL=C
alphabet=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/

to_bytes() {  # text -> bytes[]
  local i c
  bytes=()
  for ((i = 0; i < ${#1}; ++i)); do
    printf -v c %d "'${1:i:1}"
    bytes[i]=$((c & 255))
  done
}

base64_encode() {
  local i n out= b=("${bytes[@]}") size=${#bytes[@]}
  for ((i = 0; i < size; i += 3)); do
    n=$((b[i] << 16 | ${b[i + 1]-0} << 8 | ${b[i + 2]-0}))
    out+=${alphabet:n >> 18:1}${alphabet:(n >> 12) & 63:1}
    ((i + 1 < size)) && out+=${alphabet:(n >> 6) & 63:1} || out+==
    ((i + 2 < size)) && out+=${alphabet:n & 63:1} || out+==
  done
  REPLY=$out
}

base64_decode() {
  local s=${1//=/} i n bits=0 acc=0 rest
  bytes=()
  for ((i = 0; i < ${#s}; ++i)); do
    rest=${alphabet%%"${s:i:1}"*}
    ((${#rest} == 64)) && { echo "not base64: ${s:i:1}"; return 1; }
    acc=$((acc << 6 | ${#rest})) bits=$((bits + 6))
    if ((bits >= 8)); then
      ((bits -= 8))
      bytes+=($((acc >> bits & 255)))
      ((acc &= (1 << bits) - 1))
    fi
  done
}

show_bytes() { local b; for b in "${bytes[@]}"; do printf "\\x$(printf %02x "$b")"; done; }

declare -a crc_table
for ((i = 0; i < 256; ++i)); do
  c=$i
  for ((k = 0; k < 8; ++k)); do ((c = c & 1 ? 0xedb88320 ^ (c >> 1) : c >> 1)); done
  crc_table[i]=$c
done
crc32() { local c=0xffffffff b; for b in "${bytes[@]}"; do ((c = crc_table[(c ^ b) & 255] ^ (c >> 8))); done; printf -v REPLY %08x $((c ^ 0xffffffff)); }
adler32() { local a=1 b=0 x; for x in "${bytes[@]}"; do ((a = (a + x) % 65521, b = (b + a) % 65521)); done; printf -v REPLY %08x $((b << 16 | a)); }

pad() {  # little or big endian length
  local n=${#bytes[@]} i
  bytes+=(128)
  while ((${#bytes[@]} % 64 != 56)); do bytes+=(0); done
  if [[ $1 == big ]]; then for ((i = 7; i >= 0; --i)); do bytes+=($((n * 8 >> 8 * i & 255))); done
  else for ((i = 0; i < 8; ++i)); do bytes+=($((n * 8 >> 8 * i & 255))); done
  fi
}

md5_k=(d76aa478 e8c7b756 242070db c1bdceee f57c0faf 4787c62a a8304613 fd469501 698098d8 8b44f7af ffff5bb1 895cd7be 6b901122 fd987193 a679438e 49b40821
  f61e2562 c040b340 265e5a51 e9b6c7aa d62f105d 02441453 d8a1e681 e7d3fbc8 21e1cde6 c33707d6 f4d50d87 455a14ed a9e3e905 fcefa3f8 676f02d9 8d2a4c8a
  fffa3942 8771f681 6d9d6122 fde5380c a4beea44 4bdecfa9 f6bb4b60 bebfbc70 289b7ec6 eaa127fa d4ef3085 04881d05 d9d4d039 e6db99e5 1fa27cf8 c4ac5665
  f4292244 432aff97 ab9423a7 fc93a039 655b59c3 8f0ccc92 ffeff47d 85845dd1 6fa87e4f fe2ce6e0 a3014314 4e0811a1 f7537e82 bd3af235 2ad7d2bb eb86d391)
md5_r=(7 12 17 22 5 9 14 20 4 11 16 23 6 10 15 21)
md5() {
  local a b c d f g i j t m=0xffffffff h=(0x67452301 0xefcdab89 0x98badcfe 0x10325476) r
  pad little
  for ((j = 0; j < ${#bytes[@]}; j += 64)); do
    a=${h[0]} b=${h[1]} c=${h[2]} d=${h[3]}
    for ((i = 0; i < 64; ++i)); do
      case $((i / 16)) in
        0) ((f = b & c | ~b & d, g = i)) ;;
        1) ((f = d & b | ~d & c, g = (5 * i + 1) % 16)) ;;
        2) ((f = b ^ c ^ d, g = (3 * i + 5) % 16)) ;;
        3) ((f = c ^ (b | (~d & m)), g = 7 * i % 16)) ;;
      esac
      g=$((j + 4 * g)) r=${md5_r[i / 16 * 4 + i % 4]}
      ((t = bytes[g] | bytes[g + 1] << 8 | bytes[g + 2] << 16 | bytes[g + 3] << 24, f = (f + a + 0x${md5_k[i]} + t) & m, a = d, d = c, c = b, b = (b + (f << r | f >> (32 - r))) & m))
    done
    ((h[0] = (h[0] + a) & m, h[1] = (h[1] + b) & m, h[2] = (h[2] + c) & m, h[3] = (h[3] + d) & m))
  done
  REPLY=
  for t in "${h[@]}"; do for i in 0 8 16 24; do printf -v f %02x $((t >> i & 255)); REPLY+=$f; done; done
}

sha1() {
  local a b c d e f k i j t m=0xffffffff h=(0x67452301 0xefcdab89 0x98badcfe 0x10325476 0xc3d2e1f0)
  local -a w
  pad big
  for ((j = 0; j < ${#bytes[@]}; j += 64)); do
    for ((i = 0; i < 16; ++i)); do ((w[i] = bytes[j + 4 * i] << 24 | bytes[j + 4 * i + 1] << 16 | bytes[j + 4 * i + 2] << 8 | bytes[j + 4 * i + 3])); done
    for ((; i < 80; ++i)); do ((t = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], w[i] = (t << 1 | t >> 31) & m)); done
    a=${h[0]} b=${h[1]} c=${h[2]} d=${h[3]} e=${h[4]}
    for ((i = 0; i < 80; ++i)); do
      if ((i < 20)); then ((f = b & c | ~b & d, k = 0x5a827999))
      elif ((i < 40)); then ((f = b ^ c ^ d, k = 0x6ed9eba1))
      elif ((i < 60)); then ((f = b & c | b & d | c & d, k = 0x8f1bbcdc))
      else ((f = b ^ c ^ d, k = 0xca62c1d6))
      fi
      ((t = ((a << 5 | a >> 27) + (f & m) + e + k + w[i]) & m, e = d, d = c, c = (b << 30 | b >> 2) & m, b = a, a = t))
    done
    ((h[0] = (h[0] + a) & m, h[1] = (h[1] + b) & m, h[2] = (h[2] + c) & m, h[3] = (h[3] + d) & m, h[4] = (h[4] + e) & m))
  done
  printf -v REPLY %08x "${h[@]}"
}

check() { [[ $2 == "$3" ]] && echo "$1 $2" || echo "$1 WRONG $2, not $3"; }
for text in '' a abc 'The quick brown fox jumps over the lazy dog' $'line\nline\ttab' "$(printf '%070d' 7)"; do
  to_bytes "$text"; base64_encode; check base64 "$REPLY" "$(printf %s "$text" | base64 -w0)"
  base64_decode "$REPLY"; check decoded "$(show_bytes | cksum)" "$(printf %s "$text" | cksum)"
  to_bytes "$text"; crc32; echo "crc32 $REPLY"; adler32; echo "adler32 $REPLY"
  to_bytes "$text"; md5; check md5 "$REPLY" "$(printf %s "$text" | md5sum | cut -d ' ' -f 1)"
  to_bytes "$text"; sha1; check sha1 "$REPLY" "$(printf %s "$text" | sha1sum | cut -d ' ' -f 1)"
done
base64_decode 'ab*d'

rle() { local s=$1 out= c n; while [[ $s ]]; do c=${s:0:1} n=1; while [[ ${s:n:1} == "$c" ]]; do ((++n)); done; ((n > 1)) && out+=$n; out+=$c s=${s:n}; done; REPLY=$out; }
unrle() { local s=$1 out= n; while [[ $s =~ ^([0-9]*)(.)(.*)$ ]]; do printf -v n '%*s' "${BASH_REMATCH[1]:-1}" ''; out+=${n// /"${BASH_REMATCH[2]}"} s=${BASH_REMATCH[3]}; done; REPLY=$out; }
for s in aaabccdddd WWWWWWWWWWWWBW abc ''; do rle "$s"; r=$REPLY; unrle "$r"; echo "$s $r $REPLY"; done
caesar() { local lower=abcdefghijklmnopqrstuvwxyz; local k=$(($1 % 26)); tr "a-zA-Z" "${lower:k}${lower:0:k}$(tr a-z A-Z <<<"${lower:k}${lower:0:k}")" <<<"$2"; }
caesar 13 'Hello, World'; caesar 13 "$(caesar 13 'Hello, World')"; caesar 3 xyz
RANDOM=7
password() { local set=$2 i out=; for ((i = 0; i < $1; ++i)); do out+=${set:RANDOM % ${#set}:1}; done; REPLY=$out; }
for n in 8 16 32; do password $n 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_!@'; [[ $REPLY =~ ^[-a-zA-Z0-9_!@]{$n}$ ]] && echo "${#REPLY} fine $REPLY"; done
