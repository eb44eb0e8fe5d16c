#!/bin/sh
# viewer_test.sh ROOT: web/dist/viewer.html is what the sources in web/ build, and their types are right.
root=$1
web=$root/web
if [ ! -d "$web/node_modules/esbuild" ] || [ ! -d "$web/node_modules/typescript" ] || ! command -v node >/dev/null; then
  echo "skipped: node or the packages of web/ are missing (npm ci in web/ installs them)"
  exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
node "$web/node_modules/typescript/bin/tsc" --project "$web" || exit 1
node "$web/build.mjs" "$work/viewer.html" || exit 1
if ! cmp -s "$work/viewer.html" "$web/dist/viewer.html"; then
  echo "web/dist/viewer.html is not what web/ builds: run npm run build in web/, and commit the result"
  exit 1
fi
