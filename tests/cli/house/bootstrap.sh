#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./bootstrap builds, shows that it does, installs, removes what it installed, and makes a release; of
# the programs that it starts, those that take long are played. .ci/full does all of it in a clean root.
# slow: it installs and removes, three times.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
mkdir bin tree && cp -r "$BD_SOURCE"/{bootstrap,CHANGES.md} tree && mkdir tree/harness && cp "$BD_SOURCE/harness/VERSION" tree/harness
version=$(<tree/harness/VERSION)
echo 'printf installed' >bin/dpkg-query
cat >bin/cmake <<END
case "\$1" in
-S) mkdir -p "\$4" ;;
--install)
	$(command -v cmake) "\$1" "$BD_BUILD" "\${@:3}" && cp "$BD_BUILD/install_manifest.txt" "\$2" ;;
*)
	echo "\$*" >>"$PWD/cmake.log"
	for step in \$(seq 40); do printf '[%s/40] cc\n' "\$step"; done
	[ ! -e "$PWD/broken" ] || { echo 'FAILED: it does not compile'; exit 1; } ;;
esac
END
# shellcheck disable=SC2016 # of the script
echo 'mkdir -p "${@: -1}" && touch "${@: -1}/bdriver_'"$version"'-1_amd64.deb"' >bin/cpack
sed -i '1i #!/bin/bash' bin/* && chmod +x bin/*
PATH=$PWD/bin:$PATH

testcase 'a build shows its steps, and ends with what to type'
expect 0 tree/bootstrap build
[ "$(grep -c 'bootstrap: step [0-9]* of 40$' out)" = 10 ] || bad "steps: $(cat out)"
tail -n 1 out >last
has last "bootstrap: program: $PWD/tree/build/demo/bdriver; next: PATH=$PWD/tree/build/demo:\$PATH; bdriver --help"
: >broken
expect 1 tree/bootstrap build
has err 'it does not compile'
hasnt err '[3/40]'
rm broken

if [ -e "$BD_BUILD/build.ninja" ]; then
	testcase 'it builds all that is installed'
	targets=$(sed -n '1s/.*--target //p' cmake.log)
	ninja -C "$BD_BUILD" -t targets all | sed -n 's/: [A-Z].*//p' | sort >made
	# shellcheck disable=SC2086 # words
	ninja -C "$BD_BUILD" -t graph $targets | sed -n 's/.*label="\([^" ]*\)".*/\1/p' | sort -u >built
	cat "$BD_BUILD"/{.,harness,packaging,driver}/cmake_install.cmake | grep -oE "\"$BD_BUILD/[^\"]+\"" |
		sed "s|\"||g; s|$BD_BUILD/||; s|^\./||" | sort -u | comm -12 - made >needed
	[ "$(wc -l <needed)" -gt 10 ] || bad "installed: $(cat needed)"
	[ -z "$(comm -23 needed built)" ] || bad "installed, but not built: $(comm -23 needed built)"
fi

if [ -x "$BDRIVER" ] && [ -e "$BD_BUILD/docs/bdriver.1.gz" ]; then
	testcase 'what install puts into a folder, uninstall removes'
	mkdir -p prefix/bin && : >prefix/bin/another
	expect 0 tree/bootstrap install --prefix "$PWD/prefix"
	has out "bootstrap: program: $PWD/prefix/bin/bdriver"
	for file in bin/bdriver include/bdriver/bench.h; do
		[ -e "prefix/$file" ] || bad "$file is not installed: $(find prefix -type f)"
	done
	expect 0 tree/bootstrap install --prefix="$PWD/prefix" # again
	expect 0 tree/bootstrap uninstall --prefix "$PWD/prefix"
	[ "$(find prefix ! -type d)" = prefix/bin/another ] || bad "left: $(find prefix ! -type d)"
	[ -z "$(find prefix -name '*bdriver*')" ] || bad "left: $(find prefix -name '*bdriver*')"
fi
expect 1 tree/bootstrap uninstall --prefix "$PWD/prefix"
has err 'share/bdriver/installed'
expect 1 tree/bootstrap install --prefx x
has err "'--prefx'"
expect 1 tree/bootstrap install --prefix /proc/x
has err 'use --prefix ~/.local'

testcase 'a release has the source, the packages, their checksums, and what is new'
cd tree || exit 1
printf '%s\n' build out err names >.gitignore
git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one
expect 0 ./bootstrap release
[ "$(cd build/release && echo *)" = "SHA256SUMS bdriver-$version.tar.gz bdriver_$version-1_amd64.deb notes.md" ] || bad "made: $(ls build/release)"
(cd build/release && sha256sum -c --quiet SHA256SUMS) || bad 'checksums'
tar -tzf "build/release/bdriver-$version.tar.gz" >names
has names "bdriver-$version/bootstrap"
grep -q . build/release/notes.md || bad 'no notes'
hasnt build/release/notes.md '## '
echo '# changed' >>bootstrap
expect 1 ./bootstrap release
has err 'git status'
finish
