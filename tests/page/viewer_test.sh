#!/bin/sh
# viewer_test.sh ROOT: the pages in web/dist are what the sources in web/ build, and their types are right.
root=$1
web=$root/web
if [ ! -d "$web/node_modules/esbuild" ] || [ ! -d "$web/node_modules/typescript" ] || ! command -v node >/dev/null; then
  echo "skipped: node or the packages of web/ are missing (npm ci in web/ installs them)"
  exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
node "$web/node_modules/typescript/bin/tsc" --project "$web" || exit 1
node "$web/build.mjs" "$work" || exit 1
for page in viewer.html bench.html; do
  if ! cmp -s "$work/$page" "$web/dist/$page"; then
    echo "web/dist/$page is not what web/ builds: run npm run build in web/, and commit the result"
    exit 1
  fi
done
