#!/bin/sh
# bench_test.sh HEDDLE FOLDER...: `heddle bench` over the task definitions in the folders, with a short limit: no verdict
# is wrong, no run is an error, and each file that is written is read by a parser that is not ours.
heddle=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*"
  tail -n 20 "$work/out"
  exit 1
}
"$heddle" bench "$@" --timeout 2 --jobs 2 --no-cache --output "$work/run" >"$work/out" 2>&1 || fail "exit code $?"
tail -n 5 "$work/out"
cd "$work/run" || exit 1
! grep -q ",error,undecided," results.csv || fail "$(grep ",error,undecided," results.csv | head -n 5)"
count=$(($(wc -l <journal.jsonl) - 1))
if command -v xmllint >/dev/null; then
  [ "$(xmllint --xpath 'count(//testcase)' junit.xml)" = "$count" ] || fail "junit.xml does not have $count cases"
fi
if command -v jq >/dev/null; then
  [ "$(jq '.records | length' results.json)" = "$count" ] || fail "results.json does not have $count records"
  [ "$(jq -s 'length' journal.jsonl)" = $((count + 1)) ] || fail "the journal is not JSON in lines"
fi
if command -v python3 >/dev/null; then
  python3 - "$count" <<'PY' || fail "results.csv or report.html is not as expected"
import csv, html.parser, sys

rows = list(csv.DictReader(open("results.csv", newline="")))
assert len(rows) == int(sys.argv[1]), len(rows)
assert all(row["judgement"] in ("right", "undecided") for row in rows)


class Page(html.parser.HTMLParser):
    outside = []

    def handle_starttag(self, tag, attributes):
        self.outside += [value for name, value in attributes if name == "src" and value.startswith("http")]


page = Page()
page.feed(open("report.html").read())
assert not page.outside, page.outside
PY
fi
