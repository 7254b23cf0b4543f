# Loaded by the tests.
helper_greets() { echo "hello $1"; }
fails_inside() { false; }
