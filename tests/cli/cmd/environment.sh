#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# BDRIVER_ variables stand for options: less than the command line, more than bdriver.ini.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
cat >bdriver.ini <<END
[driver]
workers = 1
seed = 3
[suite classic]
path = $BD_BUILD/suites/classic_O2
END

expect 0 "$BDRIVER" run --dry-run -r 1 Queens/8
has out '1 worker'
BDRIVER_ROUNDS=2 expect 0 "$BDRIVER" run --dry-run Queens/8
has out 'round 2'
BDRIVER_ROUNDS=2 expect 0 "$BDRIVER" run --dry-run -r 1 Queens/8
hasnt out 'round 2'
BDRIVER_ROUNDS='' expect 0 "$BDRIVER" run --dry-run -r 1 Queens/8

# The log has it, as if it had been given; --resume does not read it again.
BDRIVER_LAUNCH_TIME=1ms BDRIVER_ROUNDS=2 expect 0 "$BDRIVER" run -o a.log Queens/8
has a.log '"run","--'
has a.log '"--launch-time=1ms"'
[ "$(rows a.log | wc -l)" = 2 ] || bad "$(rows a.log | wc -l) rows, not 2"
BDRIVER_LAUNCH_TIME=7ms expect 0 "$BDRIVER" run --resume a.log --rounds 3
[ "$(rows a.log | wc -l)" = 3 ] || bad "$(rows a.log | wc -l) rows, not 3"
hasnt a.log '7ms'

# Errors name the variable.
BDRIVER_ROUNDS=many expect 2 "$BDRIVER" run -o b.log
has err "BDRIVER_ROUNDS: --rounds: 'many' is not a whole number"
BDRIVER_WORKRS=2 BDRIVER_FORCE=1 expect 0 "$BDRIVER" list
has err "BDRIVER_WORKRS is no variable of bdriver, see bdriver(1); did you mean 'BDRIVER_WORKERS'?"
has err 'BDRIVER_FORCE is no variable of bdriver'
# Of another command: it is not read, and no error.
BDRIVER_ROUNDS=x BDRIVER_LOCK=$BDRIVER_LOCK expect 0 "$BDRIVER" list
[ ! -s err ] || bad "a warning: $(cat err)"
# The manual page has each variable of an option.
"$BDRIVER" help --man run | sed -n 's/^\.Ev \(BDRIVER_[A-Z_]*\) .*/\1/p' >variables
[ "$(wc -l <variables)" -eq 5 ] || bad "not five variables: $(cat variables)"
for variable in $(cat variables); do
	grep -qx ".It Ev $variable" "$BD_SOURCE/docs/bdriver.1.in" || bad "$variable is not in the manual page"
done
finish
