import type { GuideRequest, GuideTask, RequestFacts } from './guide-request.ts';

/** Scripts of the standard library alone. Amounts are read as decimals, never as binary fractions. */
export const PYTHON_REQUESTS: Readonly<Record<GuideTask, GuideRequest>> = {
  prices: (facts) => `${opening(facts, ['import json'])}

def read_all(path, limit, **query):
    rows = []
    while True:
        page = read(path, start=len(rows), limit=limit, **query)
        rows += page["data"]
        if len(rows) >= page["total"]:
            return rows
        if not page["data"]:
            raise SystemExit(f"{path}: {len(rows)} / {page['total']}")


products = read_all("/api/products", 200)
prices = {}
for first in range(0, len(products), 200):
    ids = ",".join(str(product["id"]) for product in products[first : first + 200])
    for price in read_all("/api/product-prices", 500, product_ids=ids):
        if price["product_price_type_id"] == 1 and price["from_qty"] is None:
            prices.setdefault(price["product_id"], price["ppu_wt"])

for product in products:
    print(product["sku"], product["title"], prices.get(product["id"], ""), sep="\\t")
`,
  report: (facts) => `${opening(facts, ['import json', 'from datetime import date, timedelta'])}

last_day = date.today().replace(day=1) - timedelta(days=1)
report = read("/api/financial-report", **{"from": last_day.replace(day=1), "to": last_day})

print(report["from"], report["to"], sep="\\t")
for group in report["turnover_by_group"]["rows"]:
    print(group["product_group_code"] or "", group["title"], group["total"], group["total_wt"], sep="\\t")
print("", "", report["revenue"]["total_turnover"], report["revenue"]["total_turnover_wt"], sep="\\t")
for check in report["checks"]:
    if not check["holds"]:
        print(check["name"], check["difference"], sep="\\t")
`,
};

function opening({ apiAddress, keyPlace }: RequestFacts, imports: readonly string[]): string {
  return `${imports.join('\n')}
from decimal import Decimal
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ADDRESS = "${apiAddress}"
KEY = "${keyPlace}"


def read(path, **query):
    request = Request(f"{ADDRESS}{path}?{urlencode(query)}")
    request.add_header("Authorization", f"Bearer {KEY}")
    with urlopen(request) as answer:
        return json.load(answer, parse_float=Decimal)
`;
}
