#!/bin/sh
# browser_test.sh ROOT HEDDLE: opens reports in a browser, and tries what a reader would.
root=$1
heddle=$2
if [ ! -d "$root/web/node_modules/playwright-core" ] || ! command -v node >/dev/null; then
  echo "skipped: node or the packages of web/ are missing (npm ci in web/ installs them)"
  exit 77
fi
if ! chromium=$(command -v chromium); then
  echo "skipped: chromium is missing (apt-get install chromium)"
  exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# Chromium writes to the home directory otherwise.
HOME=$work node "$root/tests/page/browser_test.mjs" "$root" "$heddle" "$chromium" "$work"
