#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cpack -G DEB makes two packages that dpkg installs and lintian accepts; what they install works.
# long: it packs, installs and runs lintian.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
command -v dpkg-deb >there || skip 'there is no dpkg-deb'
! grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt" ||
	skip 'the library of this build needs the flags of its sanitizer'

expect 0 cpack -G DEB --config "$BD_BUILD/CPackConfig.cmake" -B "$PWD/packages"
version=$("$BDRIVER" --version | cut -d' ' -f2)
[ "$(cd packages && echo ./*.deb | sed 's/_[a-z0-9]*\.deb//g')" = "./bdriver_$version-1 ./libbdharness-dev_$version-1" ] ||
	bad "packages: $(ls packages)"

# Into a root of its own, without the packages that they need.
mkdir -p root/var/lib/dpkg/{info,updates}
touch root/var/lib/dpkg/{status,available}
PATH=$PATH:/usr/sbin:/sbin expect 0 dpkg --root="$PWD/root" --force-not-root --force-depends --log="$PWD/dpkg.log" \
	-i packages/*.deb
usr=$PWD/root/usr
expect 0 "$usr/bin/bdriver" --version
has out "bdriver $version"
for command in $("$BDRIVER" --help | sed -nE '/^Commands .*:$/,/^$/s/^  ([a-z]+) .*/\1/p'); do
	[ -s "$usr/share/man/man1/bdriver-$command.1.gz" ] || bad "no manual page of $command"
done
for file in man/man1/bdriver.1.gz bash-completion/completions/bdriver zsh/vendor-completions/_bdriver \
	fish/vendor_completions.d/bdriver.fish doc/bdriver/{README.md,docs/RUNNING.md,copyright,changelog.Debian.gz} \
	doc/libbdharness-dev/copyright; do
	[ -s "$usr/share/$file" ] || bad "no $file"
done
[ ! -e "$usr/share/doc/bdriver/LICENSE" ] || bad 'Debian has the text of the licence'

# A suite built with what is installed, measured by what is installed.
cp -r "$BD_SOURCE/tests/outside" source
PKG_CONFIG_PATH=$usr/lib/pkgconfig expect 0 make -C source make_c
expect 0 "$usr/bin/bdriver" run -s source/make_c -r 1 --samples 1 -o with_make.log
has out 'Log: with_make.log'
expect 0 cmake -S source -B build -DCMAKE_PREFIX_PATH="$usr" -DOUTSIDE_LANGUAGES=C
expect 0 cmake --build build --target outside_c
expect 0 "$usr/bin/bdriver" list -s build/outside_c
has out 'outside_c'

if command -v lintian >there; then
	lintian --allow-root --fail-on error packages/*.deb >lint 2>&1 || { cat lint && bad 'lintian'; }
	! grep '^E' lint || bad 'lintian finds errors'
else
	echo 'lintian is not here: the packages were not checked with it'
fi
finish
