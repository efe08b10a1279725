#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# action.yml and the files of docs/ci work: their shell steps run on a small repository with a change that
# is twenty times larger than noise.
# With BD_ROOT=FOLDER, which `debootstrap --variant=minbase bookworm FOLDER` has made, the steps of GitHub
# run in a copy of it, as root, as in a runner's container. It has the packages that the steps `compiler`
# and `install` bring, and the network only for these.
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
	release=$root/packages/a/b/releases/download/v$(<"$BD_SOURCE/harness/VERSION")
	mkdir -p "$release" && mv "$root"/packages/*.deb "$release" && (cd "$release" && sha256sum -- * >SHA256SUMS)
	mkdir -p "$root${PWD%/*}" "$root/stub" "$root$BD_SOURCE/harness" "$root$BD_SOURCE/docs"
	cp "$BD_SOURCE/harness/VERSION" "$root$BD_SOURCE/harness" && cp -r "$ci" "$root$BD_SOURCE/docs"
	cp ../bin/gh "$root/stub"
}

# in_root COMMAND...: in this folder, seen from that root. Its mounts end with it.
in_root() {
	unshare --mount --pid --fork bash -c 'root=$1 here=$2 && shift 2 &&
		mount --bind "${here%/*}" "$root${here%/*}" && mount --rbind /dev "$root/dev" &&
		mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" &&
		exec chroot "$root" env -u CMAKE_PREFIX_PATH -u CMAKE_C_COMPILER_LAUNCHER -u BDRIVER -C "$here" HOME=/root \
			PATH=/stub:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' - "$root" "$PWD" "$@"
}
in_root_alone() {
	unshare --net bash -c "$(declare -f in_root)"' && root=$1 && shift && in_root "$@"' - "$root" "$@"
}

# github FILE STEP: runs this step as GitHub would, prints its exit code. Inputs of an action have the
# values of $input_NAME, else their defaults.
github() {
	python3 - "$BD_SOURCE/$1" "$2" >../step.sh <<'END'
import os, re, shlex, sys, yaml
file = yaml.safe_load(open(sys.argv[1]))
steps = [s for j in file["jobs"].values() for s in j["steps"]] if "jobs" in file else file["runs"]["steps"]
for step in steps:
    if step.get("name") == sys.argv[2]:
        for name, value in step.get("env", {}).items():
            known = re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value)
            if known:
                value = os.environ.get("input_" + known[1], file["inputs"][known[1]]["default"])
                print(f"export {name}={shlex.quote(value)}")
        print(step["run"])
END
	[ -s ../step.sh ] || bad "$1: no step $2"
	(
		set -a
		# shellcheck source=/dev/null
		. ../github_env
		"${runner[@]}" bash --noprofile --norc -eo pipefail ../step.sh
	) >../step.out 2>&1
	echo $?
}
runner=()
artefacts() {
	python3 -c 'import sys, yaml
steps = yaml.safe_load(open(sys.argv[1]))["runs"]["steps"]
print(*[s["with"]["path"] for s in steps if "upload-artifact" in s.get("uses", "")][0].split())' "$BD_SOURCE/action.yml"
}
export GITHUB_ENV=$PWD/../github_env GITHUB_STEP_SUMMARY=$PWD/../summary GITHUB_REPOSITORY=a/b GITHUB_RUN_ID=9 PULL=7
export GITHUB_ACTION_PATH=$BD_SOURCE GITHUB_SERVER_URL=file:///packages ACTION_REPOSITORY=a/b
: >../github_env
# What it is asked, and the comment that is there.
cat >../bin/gh <<'END'
#!/bin/sh
echo "$*" >>../gh.log
case "$*" in
*PATCH* | *POST*) cat comment.md >>../comments ;;
esac
case "$*" in
*--paginate*) [ ! -e ../posted ] || echo 41 ;;
*POST*) : >../posted ;;
esac
END
chmod +x ../bin/gh
if [ -n "${BD_ROOT:-}" ]; then
	clean_root
	runner=(in_root)
	for step in 'docs/ci/github-smoke.yml compiler' 'action.yml install'; do
		# shellcheck disable=SC2086 # two words
		[ "$(github $step)" = 0 ] || bad "$step: $(tail -n 20 ../step.out)"
	done
	runner=(in_root_alone)
fi
testcase 'a slower commit is told, in one comment that says first that the run is on'
for step in running build measure report comment; do
	code=$(github action.yml $step)
	[ "$code" = 0 ] || bad "$step ends with $code: $(tail -n 20 ../step.out)"
	[ $step != report ] || cp ../step.out ../annotations
done
[ "$(github action.yml verdict)" = 1 ] || bad "the job does not fail: $(cat ../github_env ../step.out)"
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
has ../comments 'Benchmarks are running since '
has ../comments '[log](file:///packages/a/b/actions/runs/9)'
bdriver compare out --format junit --fail-on never -o ../junit.xml || bad 'compare --format junit'
if command -v xmllint >../there; then
	xmllint --noout ../junit.xml || bad 'junit.xml is no XML'
fi

testcase '/bench FILTER measures what it names'
export input_options='--rounds 4'
while IFS=: read -r body names; do
	rm -rf out
	input_filter=$(printf '%b' "$body") github action.yml measure >../code
	[ "$(cells out/new.log benchmark | sort -u | paste -sd' ')" = "$names" ] || bad "$body: $(cells out/new.log benchmark | sort -u)"
done <<'END'
/bench Oth*:Other
/bench\r\nthank you:Other Work
END
unset input_options

# The same in parts, of which two have no benchmark.
for part in 1 2 3 4; do
	code=$(PART=$part github docs/ci/github-shards.yml measure)
	[ "$code" = 0 ] || bad "part $part ends with $code: $(tail -n 20 ../step.out)"
done
[ "$(github docs/ci/github-shards.yml verdict)" = 1 ] || bad "the parts have no verdict: $(cat ../step.out)"
has ../step.out '1 regressed'
rm -rf out.?

# A commit without another machine code.
git checkout -q main && printf '\n' >>other.c && commit comment
rm -rf build-old build-new out comment.md report.html ../old && git worktree prune
for step in build measure report verdict; do
	code=$(github action.yml $step)
	[ "$code" = 0 ] || bad "nothing changed: $step ends with $code: $(tail -n 20 ../step.out)"
done
has comment.md '2 same code'
rm -rf out
[ "$(github action.yml report)" = 0 ] || bad "without results: $(tail ../step.out)"
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
for workflow in ci.glob("github-*.yml"):
    for job in yaml.safe_load(open(workflow))["jobs"].values():
        print(*[s["run"] for s in job["steps"] if "run" in s], sep="\n")
steps = re.findall(r"sh '''(.*?)'''|sh '([^']+)'", open(ci / "Jenkinsfile").read(), re.S)
print(*["".join(step) for step in steps], sep="\n")
END
bash -n scripts || bad 'a script has a wrong syntax'
cat "$ci"/* "$BD_SOURCE/action.yml" | grep -oE 'bdriver [a-z]+ .*' >lines
testcase 'the project to copy has the workflow that is described'
cmp "$ci/github-smoke.yml" "$BD_SOURCE/docs/example/.github/workflows/benchmarks.yml" || bad 'they differ'
while read -r _ command rest; do
	for option in $(grep -oE -- '--[a-z][a-z-]*' <<<"$rest"); do
		bdriver "$command" --help | grep -qE -- "$option( |$)" || bad "docs/ci: $command has no $option"
	done
done <lines
finish
