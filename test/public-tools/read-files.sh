#!/bin/bash
# Saves every dataset of a demo shop in every format, and reads the files with programs that others use: pandas, DuckDB, csvkit,
# LibreOffice, qpdf and Poppler. On Debian: apt-get install python3-pandas python3-openpyxl csvkit libreoffice-calc qpdf poppler-utils
#
#   npm run build && bash test/public-tools/read-files.sh FOLDER
#
# FOLDER gets the shop and the files; repeat the command with the same one to use the shop again. Prints one line for each
# problem, and ends with status 1 if there was any.
set -u
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:?Name a folder for the files.}")
node=$(node -e "import('./scripts/launching/node-runtime.mjs').then((it) => process.stdout.write(it.nodeOfProject()))")
problems=0
complain() { echo "$*"; problems=$((problems + 1)); }

mkdir -p "$folder/files"
if [ ! -d "$folder/shop" ]; then
  "$node" dist/host/serve.js --headless --port 0 --data-dir "$folder/shop" > "$folder/start.log" &
  until grep -q Ctrl "$folder/start.log"; do sleep 1; done
  kill $! && wait $!
fi

month=$(date -d "$(date +%Y-%m-01) -1 day" +%Y-%m)
last=$(date -d "$month-01 +1 month -1 day" +%F)
datasets=$("$node" dist/host/export.js --help | sed -n '/^Datasets:/,$s/^  \([a-z-]*\) .*/\1/p')
for dataset in $datasets; do
  case $dataset in
    price-list | price-tiers | catalog | customers | open-invoices | debtors) filters=() ;;
    day-closing) filters=(--date "$last") ;;
    *) filters=(--from "$month-01" --to "$last") ;;
  esac
  for file in csv data.csv xlsx pdf jsonl; do
    profile=(); [ $file = data.csv ] && profile=(--profile data)
    "$node" dist/host/export.js "$dataset" "${filters[@]}" "${profile[@]}" --out "$folder/files/$dataset.$file" \
      --data-dir "$folder/shop" --account demo > "$folder/export.log" 2>&1 || complain "$dataset.$file: $(tail -1 "$folder/export.log")"
  done
done

cd "$folder/files"
/usr/bin/python3 - << 'PYTHON' || complain "pandas: see above"
import glob, sys, warnings
import pandas

warnings.simplefilter("error")
counts = {}
for path in sorted(glob.glob("*")):
    name, kind = path.split(".", 1)
    if kind == "csv": rows = pandas.read_csv(path, sep=";", decimal=",", encoding="utf-8-sig")
    elif kind == "data.csv": rows = pandas.read_csv(path)
    elif kind == "jsonl": rows = pandas.read_json(path, lines=True)
    elif kind == "xlsx": rows = pandas.read_excel(path)
    else: continue
    counts.setdefault(name, {})[kind] = len(rows)
print(sum(len(kinds) for kinds in counts.values()), "files read with pandas")
# A report has another layout for people; its files for programs are rows.
different = {name: kinds for name, kinds in counts.items() if kinds["data.csv"] != kinds["jsonl"]}
sys.exit(f"other numbers of rows: {different}" if different else 0)
PYTHON

mkdir -p "$folder/duckdb"
(cd "$folder/duckdb" && npm init --yes && npm install --ignore-scripts @duckdb/node-api) > "$folder/npm.log" 2>&1
cat > "$folder/duckdb/read.mjs" << 'SCRIPT'
import { readdirSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const files = readdirSync('.').filter((file) => /\.(csv|jsonl)$/.test(file));
for (const file of files) {
  const reader = file.endsWith('.csv') ? 'read_csv' : 'read_json';
  const rows = await connection.runAndReadAll(`select * from ${reader}('${file}')`);
  if (rows.currentRowCount === 0) throw new Error(`${file} has no rows`);
}
console.log(files.length, 'files read with DuckDB');
SCRIPT
"$node" "$folder/duckdb/read.mjs" || complain "DuckDB: see above"

for file in *.csv; do
  csvclean -n "$file" > "$folder/csvclean.log" 2>&1 || complain "csvclean $file: $(tail -1 "$folder/csvclean.log")"
  csvstat --count "$file" > /dev/null 2>&1 || complain "csvstat $file"
done
echo "$(ls -- *.csv | wc -l) files read with csvkit"
for file in *.pdf; do
  qpdf --check "$file" > "$folder/qpdf.log" 2>&1 || complain "qpdf $file: $(tail -1 "$folder/qpdf.log")"
  [ -n "$(pdftotext "$file" -)" ] || complain "pdftotext $file: no text"
done
echo "$(ls -- *.pdf | wc -l) files read with qpdf and pdftotext"
soffice --headless --convert-to csv --outdir "$folder/from-excel" *.xlsx > "$folder/soffice.log" 2>&1
for file in *.xlsx; do [ -s "$folder/from-excel/${file%.xlsx}.csv" ] || complain "LibreOffice $file"; done
echo "$(ls "$folder/from-excel" | wc -l) files read with LibreOffice"

echo "$problems problems"
[ $problems = 0 ]
