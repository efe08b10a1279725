#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The files of docs/ci work: their shell steps run on a small repository with a change that is twenty
# times larger than noise.
# With BD_ROOT=FOLDER, which `debootstrap --variant=minbase bookworm FOLDER` has made, the steps of GitHub
# run in a copy of it, as root, as in a runner's container. It has the packages that the step `install`
# brings, and the network only for these.
# slow: it builds three commits, and measures them.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
python3 -c 'import yaml' 2>there || skip 'there is no python3-yaml'
! grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt" ||
	skip 'the library of this build needs the flags of its sanitizer'
unset BDRIVER_REPEAT_DISTURBED BDRIVER_REPEAT_ALONE
export BDRIVER_LAUNCH_TIME=2ms HOME=$PWD CMAKE_PREFIX_PATH=$PWD/prefix
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
ci=$BD_SOURCE/docs/ci
mkdir bin && ln -s "$BDRIVER" bin/bdriver && PATH=$PWD/bin:$PATH
expect 0 cmake --install "$BD_BUILD" --component dev --prefix "$PWD/prefix"

git init -qb main repository && cd repository || exit 1
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(small C)
find_package(bdriver REQUIRED)
bd_add_suite(small work.c other.c)
END
bench() {
	printf '#include <bdriver/bench.h>\nstatic void run(struct bd *b, uint64_t n)\n{\n\tfor (uint64_t i = 0; i < n * %s; i++)\n\t\tbd_keep(i);\n\tbd_result(b, 1);\n}\nBD_BENCHMARK("%s", run)\n' "$2" "$1"
}
commit() {
	git add -A && git commit -qm "$1"
}
printf 'build*\nnight*\nlast-night\nhistory\nout\n*.md\nreport.html\n*.txt\n!CMakeLists.txt\n*.zst\n' >.gitignore
bench Work 50 >work.c
bench Other 70 >other.c
commit first
first=$(git rev-parse HEAD)
bench Work 1000 >work.c
commit slower

# A root with nothing but the least of Debian, our packages, the repository and a stub of gh.
clean_root() {
	root=$PWD/../root
	cp -a "$BD_ROOT" "$root" || skip "$BD_ROOT cannot be copied"
	# As images of containers have it, and where this machine has its packages from.
	echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe"
	rm "$root/etc/apt/sources.list" && cp -r /etc/apt /etc/resolv.conf /etc/hosts "$root/etc/"
	cpack -G DEB --config "$BD_BUILD/CPackConfig.cmake" -B "$root/packages" >../packed 2>&1 || bad "$(cat ../packed)"
	(cd "$root/packages" && rm -rf _CPack_Packages && for name in bdriver libbdharness-dev; do mv "${name}_"*.deb $name.deb; done)
	mkdir -p "$root${PWD%/*}" "$root/stub"
	cp ../bin/gh "$root/stub"
}

# in_root COMMAND...: in this folder, seen from that root. Its mounts end with it.
in_root() {
	unshare --mount --pid --fork bash -c 'root=$1 here=$2 && shift 2 &&
		mount --bind "${here%/*}" "$root${here%/*}" && mount --rbind /dev "$root/dev" &&
		mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" &&
		exec chroot "$root" env -u CMAKE_PREFIX_PATH -u BDRIVER -C "$here" HOME=/root \
			PATH=/stub:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' - "$root" "$PWD" "$@"
}
in_root_alone() {
	unshare --net bash -c "$(declare -f in_root)"' && root=$1 && shift && in_root "$@"' - "$root" "$@"
}

# github FILE STEP [SED]: runs this step as GitHub would, prints its exit code.
github() {
	python3 -c 'import sys, yaml
jobs = yaml.safe_load(open(sys.argv[1]))["jobs"].values()
print(*[s["run"] for j in jobs for s in j["steps"] if s.get("name") == sys.argv[2]], sep="\n")' "$ci/$1" "$2" | sed "${3:-}" >../step.sh
	[ -s ../step.sh ] || bad "$1: no step $2"
	(
		set -a
		# shellcheck source=/dev/null
		. ../github_env
		"${runner[@]}" bash -eo pipefail ../step.sh
	) >../step.out 2>&1
	echo $?
}
runner=()
artefacts() {
	python3 -c 'import sys, yaml
job, = yaml.safe_load(open(sys.argv[1]))["jobs"].values()
print(*[s["with"]["path"] for s in job["steps"] if "upload-artifact" in s.get("uses", "")][0].split())' "$ci/github-smoke.yml"
}
export GITHUB_ENV=$PWD/../github_env GITHUB_STEP_SUMMARY=$PWD/../summary GITHUB_REPOSITORY=a/b PULL=7 BASE=$first
: >../github_env
# What it is asked, and the comment that is there.
cat >../bin/gh <<'END'
#!/bin/sh
echo "$*" >>../gh.log
case "$*" in
*--paginate*) [ ! -e ../posted ] || echo 41 ;;
*POST*) : >../posted ;;
esac
END
chmod +x ../bin/gh
if [ -n "${BD_ROOT:-}" ]; then
	clean_root
	runner=(in_root)
	# The packages come from a folder; all else of the step is as it stands.
	[ "$(github github-smoke.yml install 's,https://example.org,file:///packages,g')" = 0 ] ||
		bad "install: $(tail -n 20 ../step.out)"
	runner=(in_root_alone)
fi
for step in build measure report comment comment; do
	code=$(github github-smoke.yml $step)
	[ "$code" = 0 ] || bad "$step ends with $code: $(tail -n 20 ../step.out)"
	[ $step != report ] || cp ../step.out ../annotations
done
[ "$(github github-smoke.yml verdict)" = 1 ] || bad "the job does not fail: $(cat ../github_env ../step.out)"
for file in $(artefacts); do
	[ -e "$file" ] || bad "the artefact $file is not there"
done
[ "$(artefacts)" = 'comment.md report.html out/' ] || bad "artefacts: $(artefacts)"
[ "$(head -n 1 comment.md)" = '<!-- bdriver -->' ] || bad "no mark: $(head -n 3 comment.md)"
has comment.md '1 regressed'
has ../summary '1 regressed'
grep -q '^::error file=' ../annotations || bad "no error: $(cat ../annotations)"
has ../annotations '/work.c,line=8,title=small/Work::regressed'
[ "$(grep -c '<script' report.html)" -gt 0 ] || bad 'no page'
[ "$(grep -oE 'POST|PATCH' ../gh.log | paste -sd' ')" = 'POST PATCH' ] || bad "gh: $(cat ../gh.log)"
has ../gh.log 'issues/comments/41'
bdriver compare out --format junit --fail-on never -o ../junit.xml || bad 'compare --format junit'
if command -v xmllint >../there; then
	xmllint --noout ../junit.xml || bad 'junit.xml is no XML'
fi

# The same in parts, of which two have no benchmark.
for part in 1 2 3 4; do
	code=$(PART=$part github github-shards.yml measure)
	[ "$code" = 0 ] || bad "part $part ends with $code: $(tail -n 20 ../step.out)"
done
[ "$(github github-shards.yml verdict)" = 1 ] || bad "the parts have no verdict: $(cat ../step.out)"
has ../step.out '1 regressed'
rm -rf out.?

# A commit without another machine code.
git checkout -q main && printf '\n' >>other.c && commit comment
rm -rf build-old build-new out comment.md report.html ../old && git worktree prune
BASE=$(git rev-parse HEAD~1)
for step in build measure report verdict; do
	code=$(github github-smoke.yml $step)
	[ "$code" = 0 ] || bad "nothing changed: $step ends with $code: $(tail -n 20 ../step.out)"
done
has comment.md '2 same code'
rm -rf out
[ "$(github github-smoke.yml report)" = 0 ] || bad "without results: $(tail ../step.out)"
has comment.md 'could not be measured'

# Three nights; the third is that of the slower commit.
git checkout -q "$first"
export BDRIVER_ROUNDS=4 BDRIVER_HISTORY=$PWD/history
expect 0 bash "$ci/nightly.sh"
has out 'The first night'
git checkout -q main
code=0
bash "$ci/nightly.sh" >screen 2>err || code=$?
[ $code = 1 ] || bad "nightly.sh ends with $code: $(cat screen err)"
has screen 'not yet judged: Work x'
has screen '1 regressed'
has screen '1 night'

# The others: their YAML, their shell, and the options of bdriver that they use.
python3 - "$ci" <<'END' >scripts || bad 'gitlab-ci.yml or github-nightly.yml'
import sys, yaml, re, pathlib
ci = pathlib.Path(sys.argv[1])
print(*yaml.safe_load(open(ci / "gitlab-ci.yml"))["benchmarks"]["script"], sep="\n")
for job in yaml.safe_load(open(ci / "github-nightly.yml"))["jobs"].values():
    print(*[s["run"] for s in job["steps"] if "run" in s], sep="\n")
steps = re.findall(r"sh '''(.*?)'''|sh '([^']+)'", open(ci / "Jenkinsfile").read(), re.S)
print(*["".join(step) for step in steps], sep="\n")
END
bash -n scripts || bad 'a script has a wrong syntax'
cat "$ci"/* | grep -oE 'bdriver [a-z]+ .*' >lines
while read -r _ command rest; do
	for option in $(grep -oE -- '--[a-z][a-z-]*' <<<"$rest"); do
		bdriver "$command" --help | grep -qE -- "$option( |$)" || bad "docs/ci: $command has no $option"
	done
done <lines
finish
