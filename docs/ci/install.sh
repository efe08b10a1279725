#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install.sh [URL]: installs the version of bdriver that this file is of, on Debian or Ubuntu: the packages
# of its release, where the repository URL (else the one this is a clone of) has them for this system.
# Else it builds, which takes some minutes.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
version=$(<"$here/harness/VERSION")
url=${1:-$(git -C "$here" remote get-url origin 2>/dev/null || true)}
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -q
$sudo apt-get install -yq --no-install-recommends ca-certificates curl gh git
cd "$(mktemp -d)"
url=${url%.git}/releases/download/v$version
packages=("bdriver_$version-1_$(dpkg --print-architecture).deb" "libbdharness-dev_$version-1_$(dpkg --print-architecture).deb")
if curl -fsSL --retry 2 --remote-name-all "${packages[@]/#/$url/}" "$url/SHA256SUMS" &&
	sha256sum -c --quiet --ignore-missing SHA256SUMS && $sudo apt-get install -yq ./*.deb; then
	exit
fi
echo "$url has no packages for this system: bdriver is built"
$sudo "$here/bootstrap" install
