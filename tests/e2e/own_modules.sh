# The Erlang modules of Heddle's own are embedded as they are in src/beam/otp/erlang.
set -euo pipefail
source "$(dirname "$0")/lib.bash"

release=$(erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>/dev/null || true)
if [[ $release != 25 ]]; then
  echo "not OTP 25; nothing to compare with"
  exit 0
fi
check "src/beam/otp/generated/modules.cpp is what the script embed makes"
touch made.cpp
"$HEDDLE_SOURCE_DIR/src/beam/otp/erlang/embed" made.cpp
cmp made.cpp "$HEDDLE_SOURCE_DIR/src/beam/otp/generated/modules.cpp"

passed
