import type { Period } from '../../../shared/periods.ts';

export const GUIDE_TOOLS = ['curl', 'excel', 'python'] as const;

export type GuideTool = (typeof GUIDE_TOOLS)[number];

export const GUIDE_TASKS = ['prices', 'report'] as const;

export type GuideTask = (typeof GUIDE_TASKS)[number];

/** The values of an example. */
interface RequestFacts {
  /** Of this program, such as `http://127.0.0.1:4870`. */
  readonly apiAddress: string;
  /** The placeholder of the key. */
  readonly keyPlaceholder: string;
  /** Ids of products of the shop, or a placeholder where it has none. */
  readonly productIds: string;
  /** For requests that cannot compute dates. */
  readonly lastMonth: Period;
}

/** The text of an example. */
type GuideRequest = (facts: RequestFacts) => string;

/** One line each with double quotes, so that they work in a command prompt, PowerShell and a Unix shell. */
const CURL_REQUESTS: Readonly<Record<GuideTask, GuideRequest>> = {
  prices: (facts) =>
    [
      curl(facts, '/api/products?start=0&limit=200'),
      curl(facts, `/api/product-prices?product_ids=${facts.productIds}&limit=500`),
    ].join('\n'),
  report: (facts) => curl(facts, `/api/financial-report?from=${facts.lastMonth.from}&to=${facts.lastMonth.to}`),
};

function curl({ apiAddress, keyPlaceholder }: RequestFacts, path: string): string {
  return `curl -H "Authorization: Bearer ${keyPlaceholder}" "${apiAddress}${path}"`;
}

/** The parameter of the workbook that holds the key, so that no query contains it. */
export const KEY_PARAMETER = 'TilldeskKey';

/** Power Query (M), each the whole text of a query in its advanced editor. */
const EXCEL_REQUESTS: Readonly<Record<GuideTask, GuideRequest>> = {
  prices: ({ apiAddress }) => `let
    Address = "${apiAddress}",
    ReadAll = (path as text, query as record, pageSize as number) as list =>
        let
            ReadPage = (start as number) as record =>
                Json.Document(
                    Web.Contents(
                        Address,
                        [
                            RelativePath = path,
                            Query = query & [start = Text.From(start), limit = Text.From(pageSize)],
                            Headers = [Authorization = "Bearer " & ${KEY_PARAMETER}]
                        ]
                    )
                ),
            First = ReadPage(0),
            Starts = List.Generate(() => pageSize, each _ < First[total], each _ + pageSize),
            Rows = List.Combine({First[data]} & List.Transform(Starts, each ReadPage(_)[data]))
        in
            if List.Count(Rows) = First[total] then Rows else error "Incomplete: " & path,
    ToTable = (rows as list, columns as list) as table =>
        Table.FromRecords(List.Transform(rows, each Record.SelectFields(_, columns)), columns),
    Products = ReadAll("api/products", [], 200),
    Ids = List.Transform(Products, each Text.From([id])),
    Prices = List.Combine(
        List.Transform(
            List.Split(Ids, 200),
            each ReadAll("api/product-prices", [product_ids = Text.Combine(_, ",")], 500)
        )
    ),
    SalePrices = List.Select(Prices, each [product_price_type_id] = 1 and [from_qty] = null),
    PriceTable = Table.Buffer(ToTable(SalePrices, {"product_id", "ppu", "ppu_wt"})),
    OnePerProduct = Table.Distinct(PriceTable, {"product_id"}),
    ProductTable = ToTable(Products, {"id", "sku", "title", "stock"}),
    Joined = Table.NestedJoin(ProductTable, {"id"}, OnePerProduct, {"product_id"}, "price", JoinKind.LeftOuter),
    Expanded = Table.ExpandTableColumn(Joined, "price", {"ppu", "ppu_wt"}),
    Sorted = Table.Sort(Expanded, {{"id", Order.Ascending}}),
    Typed = Table.TransformColumnTypes(
        Sorted,
        {
            {"id", Int64.Type},
            {"sku", type text},
            {"title", type text},
            {"stock", type number},
            {"ppu", Currency.Type},
            {"ppu_wt", Currency.Type}
        }
    )
in
    Typed
`,
  report: ({ apiAddress }) => `let
    Address = "${apiAddress}",
    Today = Date.From(DateTime.LocalNow()),
    FirstDay = Date.StartOfMonth(Date.AddMonths(Today, -1)),
    LastDay = Date.EndOfMonth(FirstDay),
    Report = Json.Document(
        Web.Contents(
            Address,
            [
                RelativePath = "api/financial-report",
                Query = [from = Date.ToText(FirstDay, "yyyy-MM-dd"), to = Date.ToText(LastDay, "yyyy-MM-dd")],
                Headers = [Authorization = "Bearer " & ${KEY_PARAMETER}]
            ]
        )
    ),
    Columns = {"product_group_code", "title", "total", "total_wt"},
    Groups = Table.FromRecords(
        List.Transform(Report[turnover_by_group][rows], each Record.SelectFields(_, Columns)),
        Columns
    ),
    WithFirstDay = Table.AddColumn(Groups, "from", each FirstDay, type date),
    WithLastDay = Table.AddColumn(WithFirstDay, "to", each LastDay, type date),
    Typed = Table.TransformColumnTypes(
        WithLastDay,
        {
            {"product_group_code", type text},
            {"title", type text},
            {"total", Currency.Type},
            {"total_wt", Currency.Type}
        }
    )
in
    Typed
`,
};

/** Scripts that need only the standard library. Amounts are read as decimals, never as binary fractions. */
const PYTHON_REQUESTS: Readonly<Record<GuideTask, GuideRequest>> = {
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

function opening({ apiAddress, keyPlaceholder }: RequestFacts, imports: readonly string[]): string {
  return `${imports.join('\n')}
from decimal import Decimal
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ADDRESS = "${apiAddress}"
KEY = "${keyPlaceholder}"


def read(path, **query):
    request = Request(f"{ADDRESS}{path}?{urlencode(query)}")
    request.add_header("Authorization", f"Bearer {KEY}")
    with urlopen(request) as answer:
        return json.load(answer, parse_float=Decimal)
`;
}

export const GUIDE_REQUESTS: Readonly<Record<GuideTool, Readonly<Record<GuideTask, GuideRequest>>>> = {
  curl: CURL_REQUESTS,
  excel: EXCEL_REQUESTS,
  python: PYTHON_REQUESTS,
};
