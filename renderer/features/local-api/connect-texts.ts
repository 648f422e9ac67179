import type { Period } from '../../../shared/periods.ts';

/** What to read, for tools that read one thing. An assistant decides that itself. */
export const CONNECT_TASKS = ['prices', 'report'] as const;

export type ConnectTask = (typeof CONNECT_TASKS)[number];

/** The kinds that staff know come first. Other kinds have several tools. */
export const TOOL_KINDS = {
  excel: ['excel'],
  powerBi: ['powerBi'],
  program: ['python', 'javascript', 'curl'],
  assistant: ['mcpAddress', 'mcpCommand'],
} as const;

export type ToolKind = keyof typeof TOOL_KINDS;

export type ConnectTool = (typeof TOOL_KINDS)[ToolKind][number];

/** The values of a text. */
export interface ConnectFacts {
  /** The address of this program, such as `http://127.0.0.1:4870`. */
  readonly apiAddress: string;
  /** A key, or a placeholder. */
  readonly key: string;
  /** Ids of products of the shop, or a placeholder if there are none. */
  readonly productIds: string;
  /** For texts that cannot calculate dates. */
  readonly lastMonth: Period;
  /** The folder where npm runs the project's commands; `null` if the program was installed. */
  readonly projectFolder: string | null;
  readonly dataFolder: string;
}

/** The text to paste into a tool; `null` if this program does not support the tool. */
export function createConnectText(tool: ConnectTool, task: ConnectTask, facts: ConnectFacts): string | null {
  if (tool === 'mcpAddress') return createAddressText(facts);
  if (tool === 'mcpCommand') return facts.projectFolder === null ? null : createCommandText(facts, facts.projectFolder);
  return TEXTS[tool][task](facts);
}

export function hasTasks(tool: ConnectTool): tool is TaskTool {
  return tool !== 'mcpAddress' && tool !== 'mcpCommand';
}

type TaskTool = Exclude<ConnectTool, 'mcpAddress' | 'mcpCommand'>;

type CreateText = (facts: ConnectFacts) => string;

type TaskTexts = Readonly<Record<ConnectTask, CreateText>>;

/** Each command is one line with double quotes, so that it works in a command prompt, PowerShell and a Unix shell. */
const CURL_TEXTS: TaskTexts = {
  prices: (facts) =>
    [
      formatCurl(facts, '/api/products?start=0&limit=200'),
      formatCurl(facts, `/api/product-prices?product_ids=${facts.productIds}&limit=500`),
    ].join('\n'),
  report: (facts) => formatCurl(facts, `/api/financial-report?from=${facts.lastMonth.from}&to=${facts.lastMonth.to}`),
};

function formatCurl({ apiAddress, key }: ConnectFacts, path: string): string {
  return `curl -H "Authorization: Bearer ${key}" "${apiAddress}${path}"`;
}

/**
 * Power Query (M): a complete query for the advanced editor of Excel or Power BI. The address is a constant and the
 * rest is in `RelativePath` and `Query`, as the Power BI service refreshes no other source. The key is in a header,
 * which Power Query allows for anonymous connections; its `ApiKeyName` would put the key into the address.
 */
const POWER_QUERY_TEXTS: TaskTexts = {
  prices: ({ apiAddress, key }) => `let
    Address = "${apiAddress}",
    Key = "${key}",
    ReadAll = (path as text, query as record, pageSize as number) as list =>
        let
            ReadPage = (start as number) as record =>
                Json.Document(
                    Web.Contents(
                        Address,
                        [
                            RelativePath = path,
                            Query = query & [start = Text.From(start), limit = Text.From(pageSize)],
                            Headers = [Authorization = "Bearer " & Key]
                        ]
                    )
                ),
            First = ReadPage(0),
            Starts = List.Generate(() => pageSize, each _ < First[total], each _ + pageSize),
            Rest = List.Transform(Starts, each ReadPage(_)[data]),
            Rows = List.Buffer(List.Combine({First[data]} & Rest))
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
  report: ({ apiAddress, key }) => `let
    Address = "${apiAddress}",
    Key = "${key}",
    Today = Date.From(DateTime.LocalNow()),
    FirstDay = Date.StartOfMonth(Date.AddMonths(Today, -1)),
    LastDay = Date.EndOfMonth(FirstDay),
    Report = Json.Document(
        Web.Contents(
            Address,
            [
                RelativePath = "api/financial-report",
                Query = [from = Date.ToText(FirstDay, "yyyy-MM-dd"), to = Date.ToText(LastDay, "yyyy-MM-dd")],
                Headers = [Authorization = "Bearer " & Key]
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

/** Scripts that need only the standard library. Amounts are read as decimals, not as binary fractions. */
const PYTHON_TEXTS: TaskTexts = {
  prices: (facts) => `${formatOpening(facts, ['import json'])}

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
  report: (facts) => `${formatOpening(facts, ['import json', 'from datetime import date, timedelta'])}

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

function formatOpening({ apiAddress, key }: ConnectFacts, imports: readonly string[]): string {
  return `${imports.join('\n')}
from decimal import Decimal
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ADDRESS = "${apiAddress}"
KEY = "${key}"


def read(path, **query):
    request = Request(f"{ADDRESS}{path}?{urlencode(query)}")
    request.add_header("Authorization", f"Bearer {KEY}")
    try:
        with urlopen(request) as answer:
            return json.load(answer, parse_float=Decimal)
    except HTTPError as error:
        raise SystemExit(f"{error.code} {json.load(error)['message']}")
`;
}

/** A module for Node.js without dependencies. */
const JAVASCRIPT_TEXTS: TaskTexts = {
  prices: (facts) => `${formatReadFunction(facts)}
async function readAll(path, query) {
  const rows = [];
  for (;;) {
    const page = await read(path, { ...query, start: rows.length });
    rows.push(...page.data);
    if (rows.length >= page.total) return rows;
    if (page.count === 0) throw new Error(path + ": " + rows.length + " / " + page.total);
  }
}

const products = await readAll("/api/products", { limit: 200 });
const prices = new Map();
for (let first = 0; first < products.length; first += 200) {
  const ids = products.slice(first, first + 200).map((product) => product.id).join(",");
  for (const price of await readAll("/api/product-prices", { product_ids: ids, limit: 500 })) {
    const isSalePrice = price.product_price_type_id === 1 && price.from_qty === null;
    if (isSalePrice && !prices.has(price.product_id)) prices.set(price.product_id, price.ppu_wt);
  }
}

for (const product of products) {
  console.log([product.sku, product.title, prices.get(product.id) ?? ""].join("\\t"));
}
`,
  report: (facts) => `${formatReadFunction(facts)}
const twoDigits = (number) => String(number).padStart(2, "0");
const day = (date) => [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
const today = new Date();
const from = day(new Date(today.getFullYear(), today.getMonth() - 1, 1));
const to = day(new Date(today.getFullYear(), today.getMonth(), 0));
const report = await read("/api/financial-report", { from, to });

console.log([report.from, report.to].join("\\t"));
for (const group of report.turnover_by_group.rows) {
  console.log([group.product_group_code ?? "", group.title, group.total, group.total_wt].join("\\t"));
}
console.log(["", "", report.revenue.total_turnover, report.revenue.total_turnover_wt].join("\\t"));
for (const check of report.checks) {
  if (!check.holds) console.log([check.name, check.difference].join("\\t"));
}
`,
};

function formatReadFunction({ apiAddress, key }: ConnectFacts): string {
  return `const ADDRESS = "${apiAddress}";
const KEY = "${key}";

async function read(path, query) {
  const url = new URL(path, ADDRESS);
  url.search = new URLSearchParams(query).toString();
  const answer = await fetch(url, { headers: { Authorization: "Bearer " + KEY } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(answer.status + " " + body.message);
  return body;
}
`;
}

const TEXTS: Readonly<Record<TaskTool, TaskTexts>> = {
  excel: POWER_QUERY_TEXTS,
  powerBi: POWER_QUERY_TEXTS,
  python: PYTHON_TEXTS,
  javascript: JAVASCRIPT_TEXTS,
  curl: CURL_TEXTS,
};

/** The settings of an assistant, in the form that most assistants read. */
function formatServers(tilldesk: object): string {
  return `${JSON.stringify({ mcpServers: { tilldesk } }, null, 2)}\n`;
}

function createAddressText({ apiAddress, key }: ConnectFacts): string {
  return formatServers({ type: 'http', url: `${apiAddress}/mcp`, headers: { Authorization: `Bearer ${key}` } });
}

/** An assistant starts the command in its own folder. Over plain HTTP, the data folder proves which program this is. */
function createCommandText({ apiAddress, key, dataFolder }: ConnectFacts, projectFolder: string): string {
  const proof = apiAddress.startsWith('http:') ? ['--data-dir', dataFolder] : [];
  const args = ['--prefix', projectFolder, '--silent', 'run', 'mcp', '--', '--base-url', apiAddress, ...proof];
  return formatServers({ command: 'npm', args, env: { TILLDESK_API_KEY: key } });
}
