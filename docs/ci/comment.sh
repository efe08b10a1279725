#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# comment.sh FILE: the pull request $PULL of $GITHUB_REPOSITORY gets the text of FILE as comment. It has
# one, which is written anew each time; FILE begins with the mark by which it is found.
set -euo pipefail
mark=$(head -n 1 "$1")
comments=repos/$GITHUB_REPOSITORY/issues/$PULL/comments
id=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
if [ -n "$id" ]; then
	gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$1"
else
	gh api --method POST "$comments" -F "body=@$1"
fi
