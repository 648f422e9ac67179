import type { GuideRequest, GuideTask } from './guide-request.ts';

/** The parameter of the workbook that holds the key, so that it stands in no query. */
export const KEY_PARAMETER = 'TilldeskKey';

/** Power Query (M), each the whole text of a query in its advanced editor. */
export const EXCEL_REQUESTS: Readonly<Record<GuideTask, GuideRequest>> = {
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
