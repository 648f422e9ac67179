import type { FinancialReport, TurnoverGroupRow, UnknownFigure } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { receivedOf } from '../../../shared/day-closing.ts';
import { knownFigure, missingInCheck, missingParts, unknownLabel } from '../../../shared/unknown-figures.ts';
import { DECLARED_NOTES, vatReturn } from '../../../shared/vat-return.ts';
import type { ExportRow } from '../dataset.ts';
import { reportDataset } from './filters.ts';
import { REPORT_LABELS, type ReportLabels } from './financial-report-labels.ts';
import { reportTables } from './report-paper.ts';
import { NO_IDS, reportRecords } from './report-records.ts';
import {
  asSum,
  both,
  type Figures,
  minus,
  naming,
  notKnown,
  notKnownSection,
  type ReportRow,
  rateRows,
  row,
  share,
  type Texts,
  unlessUnknown,
  untaxed,
} from './report-rows.ts';

export const financialReportSource = reportDataset('financial', financialReport, reportRows, {
  tables: (report, rows, language) => ({
    paper: reportTables(report, rows, language, 'paper'),
    sheets: reportTables(report, rows, language, 'sheets'),
  }),
  records: reportRecords,
});

type KeyedRow = ExportRow<ColumnsOf<typeof financialReport>>;

const DIFFERENCE = 'difference';

/** `isOfAll`: no location or shop is chosen. Signs are those of a sum from top to bottom: returns, costs and what rounding took off are negative. */
export function reportRows(report: FinancialReport, place: string, language: Language, isOfAll = true): KeyedRow[] {
  const texts = { words: REPORT_LABELS[language], language };
  return keyed([
    ...headRows(report, place, language),
    ...revenueRows(report, texts),
    ...nonRevenueRows(report, texts),
    ...receivedRows(report, texts),
    ...directPaidRows(report, texts),
    ...notPaidRows(report.not_paid_now, texts),
    ...vatRows(report, texts),
    ...declaredRows(report, texts, isOfAll),
    ...groupRows(report, texts),
    ...checkRows(report, texts),
  ]);
}

/** The key of a row is its texts, and a number where they occur again. */
function keyed(rows: readonly ReportRow[]): KeyedRow[] {
  const seen = new Map<string, number>();
  return rows.map(({ keyDetail, id: _, without: __, isOfUnknown: ___, ...row }) => {
    const texts = [row.section, row.item, keyDetail ?? row.detail].join('\u001f');
    const times = seen.get(texts) ?? 0;
    seen.set(texts, times + 1);
    return { ...NO_IDS, ...row, key: times === 0 ? texts : `${texts}\u001f${times}` };
  });
}

/** What is compared with another report: not the shops of a group, nor whether the figures agree. */
export function comparableRows(report: FinancialReport, language: Language): readonly ReportRow[] {
  const texts = { words: REPORT_LABELS[language], language };
  const { sections } = texts.words;
  return [
    ...revenueRows(report, texts),
    ...nonRevenueRows(report, texts),
    ...receivedRows(report, texts),
    ...directPaidRows(report, texts).filter(({ keyDetail }) => keyDetail !== DIFFERENCE),
    ...notPaidRows(report.not_paid_now, texts),
    ...vatRows(report, texts),
    ...groupRows(report, texts).filter(({ section }) => section !== sections.groupShops),
  ];
}

function headRows(report: FinancialReport, place: string, language: Language): ReportRow[] {
  const { sections, items } = REPORT_LABELS[language];
  const head = (item: string, detail: string) => row(sections.report, item, detail, {});
  return [
    head(items.from, report.from),
    head(items.to, report.to),
    head(items.location, place),
    ...(report.shops ?? []).map(({ title }) => head(items.shop, title)),
    head(items.currency, report.currency),
    { ...head(items.generatedAt, report.generated_at), keyDetail: 'moment', isVolatile: true },
    ...report.unknown.map((name) => head(items.notKnown, unknownLabel(name, language))),
  ];
}

function revenueRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { sections, items } = texts.words;
  const { revenue } = report;
  const { margin } = revenue;
  const cost = knownFigure(report, 'cost', revenue.total_cost_of_goods_sold);
  const marginValue = knownFigure(report, 'cost', margin.value);
  const figure = (item: string, figures: Figures) => row(sections.revenue, item, '', figures);
  const differences = figure(items.differences, both(-revenue.total_differences, minus(revenue.total_differences_wt)));
  const turnover = figure(items.turnover, both(revenue.total_turnover, revenue.total_turnover_wt));
  return [
    figure(items.sales, both(revenue.total_sales, revenue.total_sales_wt)),
    figure(items.returns, both(-revenue.total_returns, minus(revenue.total_returns_wt))),
    unlessUnknown(report, 'differences', differences, texts),
    asSum(naming(missingParts(report, 'turnover'), turnover, texts)),
    cost === null
      ? notKnown(figure(items.costOfGoodsSold, {}), texts)
      : figure(items.costOfGoodsSold, { value: -cost }),
    asSum(marginValue === null ? notKnown(figure(items.margin, {}), texts) : figure(items.margin, margin)),
  ];
}

function nonRevenueRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { sections, items } = texts.words;
  const { non_revenue } = report.revenue;
  if (non_revenue === null) return [notKnownSection(sections.nonRevenue, items.nonRevenue, texts)];
  const figure = (item: string, amount: number) => row(sections.nonRevenue, item, '', untaxed(amount));
  const unless = (name: UnknownFigure, item: string, amount: number) =>
    unlessUnknown(report, name, figure(item, amount), texts);
  return [
    figure(items.giftCards, non_revenue.gift_cards),
    unless('tips', items.tips, non_revenue.tips),
    unless('payments_on_invoice', items.paymentsOnInvoice, non_revenue.payments_on_invoice),
    unless('prepayments', items.prepayments, non_revenue.prepayments),
    ...(non_revenue.other === 0 ? [] : [figure(items.otherNonRevenue, non_revenue.other)]),
    asSum(naming(missingParts(report, 'non_revenue'), figure(items.nonRevenue, non_revenue.total), texts)),
  ];
}

/** As the window has it, from the turnover to what was received, as a sum from top to bottom. */
function receivedRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { sections, items } = texts.words;
  const { turnover, onAccount, expected, received, difference, without } = receivedOf(report);
  const line = (item: string, value_wt: number | null) => {
    const figures = row(sections.fromTurnover, item, '', { value_wt });
    return value_wt === null ? notKnown(figures, texts) : figures;
  };
  const nonRevenue = line(items.nonRevenue, report.revenue.non_revenue?.total ?? null);
  return [
    line(items.turnover, turnover),
    naming(missingParts(report, 'non_revenue'), nonRevenue, texts),
    ...onAccount.map(({ name, euros }) => line(items[name], euros)),
    asSum(naming(without, line(items.expected, expected), texts)),
    line(items.methodsTotal, received),
    line(items.difference, difference),
  ];
}

function directPaidRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { words } = texts;
  const { sections, items, sides } = words;
  const { direct_paid: paid } = report;
  if (paid === null) {
    return [
      notKnownSection(sections.directPaid, items.directTotal, texts),
      notKnownSection(sections.paymentMethods, items.methodsTotal, texts),
    ];
  }
  const check = paid.balance_check;
  const missing = missingParts(report, 'direct');
  const direct = (item: string, figures: Figures) => row(sections.directPaid, item, '', figures);
  const method = (item: string, detail: string, value_wt: number) =>
    row(sections.paymentMethods, item, detail, { value_wt });
  const balance = method(items.difference, check.is_balanced ? sides.balanced : sides.unbalanced, check.difference);
  return [
    ...rateRows(sections.directPaid, paid.rates, texts),
    unlessUnknown(report, 'differences', direct(items.differences, untaxed(-paid.differences)), texts),
    naming(missingParts(report, 'non_revenue'), direct(items.nonRevenue, untaxed(paid.non_revenue)), texts),
    asSum(naming(missing, direct(items.directTotal, both(paid.total, paid.total_wt)), texts)),
    ...paid.payment_methods.map(({ provider_method_type_id, title, type_alias, amount }) => ({
      ...method(title, '', amount),
      id: provider_method_type_id,
      keyDetail: type_alias,
      percentage: share(amount, check.payments_total),
    })),
    {
      ...asSum(method(items.methodsTotal, '', check.payments_total)),
      percentage: share(check.payments_total, check.payments_total),
    },
    naming(missing, method(items.directTotal, '', check.expected_total), texts),
    naming(missing, { ...balance, keyDetail: DIFFERENCE }, texts),
  ];
}

function notPaidRows(open: FinancialReport['not_paid_now'], texts: Texts): ReportRow[] {
  const { sections, items } = texts.words;
  if (open === null) {
    return [
      notKnownSection(sections.notPaidNow, items.notPaidTotal, texts),
      notKnownSection(sections.settledSince, items.settledTotal, texts),
    ];
  }
  const settled = open.settled_since;
  return [
    ...rateRows(sections.notPaidNow, open.rates, texts),
    asSum(row(sections.notPaidNow, items.notPaidTotal, '', both(open.total, open.total_wt))),
    ...rateRows(sections.settledSince, settled.rates, texts),
    asSum(row(sections.settledSince, items.settledTotal, '', both(settled.total, settled.total_wt))),
  ];
}

/** The VAT return: each rate under its box, the total of each box, and how that of all comes to the turnover. */
function vatRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { words } = texts;
  const { sections, boxes: labels, boxSums, items } = words;
  const vat = vatReturn(report);
  if (vat === null) return [notKnownSection(sections.vatReturn, items.ratesTotal, texts)];
  const { boxes, total, differences, rest, turnover } = vat;
  const line = (item: string, { base, total_wt }: typeof total) =>
    row(sections.vatReturn, item, '', both(base, total_wt));
  return [
    ...boxes.flatMap(({ box, rates, base, total_wt }) => [
      ...rateRows(sections.vatReturn, rates, texts, labels[box]),
      asSum(row(sections.vatReturn, labels[box], boxSums[box], both(base, total_wt))),
    ]),
    asSum(line(items.ratesTotal, total)),
    unlessUnknown(report, 'differences', line(items.differences, differences), texts),
    ...(rest.base === 0 && rest.total_wt === 0 ? [] : [line(items.rest, rest)]),
    asSum(naming(missingParts(report, 'turnover'), line(items.turnover, turnover), texts)),
  ];
}

/** What to fill in in the VAT return, in whole euros, and what it is without; of a part of the company why it is not there. There is no VAT in box 1e. */
function declaredRows(report: FinancialReport, texts: Texts, isOfAll: boolean): ReportRow[] {
  const { words, language } = texts;
  const { sections, boxes: labels, items } = words;
  if (!isOfAll) return [row(sections.declared, items.note, words.declaredOfWhole, {})];
  const vat = vatReturn(report);
  if (vat === null) return [notKnownSection(sections.declared, items.declaredTotal, texts)];
  const { boxes, declaredTax } = vat;
  const line = (item: string, value: number | null, vat: number | null) => ({
    ...row(sections.declared, item, '', { value }),
    vat,
  });
  return [
    ...boxes.flatMap(({ box, declared }) =>
      declared === null ? [] : [line(labels[box], declared.base, box === '1e' ? null : declared.tax)],
    ),
    asSum(line(items.declaredTotal, null, declaredTax)),
    ...DECLARED_NOTES[language].map((note) => row(sections.declared, items.note, note, {})),
  ];
}

function groupRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { sections, items } = texts.words;
  const { turnover_by_group: groups } = report;
  if (groups === null) {
    return [notKnownSection(sections.groups, items.total, texts), notKnownSection(sections.shops, items.total, texts)];
  }
  const titles = new Map(groups.shops.map(({ shop_id, title }) => [shop_id, title]));
  const shopTitle = (shopId: number) => titles.get(shopId) ?? String(shopId);
  const missing = missingParts(report, 'turnover');
  const titleOf = (group: TurnoverGroupRow) => (group.product_group_id === null ? items.differences : group.title);
  const ofGroup = (group: TurnoverGroupRow, figures: ReportRow) =>
    group.product_group_id === null ? unlessUnknown(report, 'differences', figures, texts) : figures;
  const part = (total: number, total_wt: number): Figures => ({
    ...both(total, total_wt),
    percentage: share(total, groups.total),
  });
  const sum = (section: string) =>
    asSum(naming(missing, row(section, items.total, '', part(groups.total, groups.total_wt)), texts));
  return [
    ...groups.rows.map((group) => {
      const { product_group_id: id, product_group_code: code, total, total_wt } = group;
      return { ...ofGroup(group, row(sections.groups, titleOf(group), code ?? '', part(total, total_wt))), id };
    }),
    sum(sections.groups),
    ...groups.rows.flatMap((group) =>
      group.shops.map(({ shop_id, value, value_wt }) => {
        const { product_group_code: code } = group;
        const name = code === null ? titleOf(group) : `${code} ${titleOf(group)}`;
        return ofGroup(group, row(sections.groupShops, name, shopTitle(shop_id), both(value, value_wt)));
      }),
    ),
    ...groups.shop_totals.map(({ shop_id, value, value_wt }) => ({
      ...naming(missing, row(sections.shops, shopTitle(shop_id), '', part(value, value_wt)), texts),
      id: shop_id,
    })),
    ...(groups.shop_totals.length === 0 ? [] : [sum(sections.shops)]),
  ];
}

function checkRows(report: FinancialReport, texts: Texts): ReportRow[] {
  const { sections, sides, checks: names } = texts.words;
  return report.checks.flatMap(({ name, left, right, difference, holds }) => {
    const side = (detail: string, amount: number) =>
      row(sections.checks, names[name], detail, name.endsWith('_ex') ? { value: amount } : { value_wt: amount });
    const outcome = { ...side(sideOf(sides, holds), difference), keyDetail: DIFFERENCE };
    return [side(sides.left, left), side(sides.right, right), naming(missingInCheck(report, name), outcome, texts)];
  });
}

function sideOf(sides: ReportLabels['sides'], holds: boolean): string {
  return holds ? sides.holds : sides.differs;
}
