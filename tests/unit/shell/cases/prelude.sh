p(){ local IFS=' ' LC_ALL=C.UTF-8; printf '%d:' $#; printf '<%s>' "$@"; echo; }
assign(){ printf -v "$1" %s "$2"; }
