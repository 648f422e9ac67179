import type { FinancialReport, ReportCheck, ReportRate } from '../../../shared/contract/financial-report.ts';
import { percentage, units } from '../../support/exact-euros.ts';
import { csvEuros, csvNumber, csvUnits } from './csv-file.ts';

type Cells = readonly string[];

/** What the file of the report holds below its opening rows: every figure of the API, section by section. */
export function reportFileRows(report: FinancialReport): readonly Cells[] {
  return [
    ...revenueRows(report.revenue),
    ...directRows(report.direct_paid),
    ...openRows(report.not_paid_now),
    ...groupRows(report.turnover_by_group),
    ...report.checks.flatMap(checkRows),
  ];
}

function revenueRows(revenue: FinancialReport['revenue']): readonly Cells[] {
  const { margin, non_revenue: other } = revenue;
  const row = (item: string, ...figures: Cells) => ['Omzet', item, '', ...figures];
  return [
    row('Verkopen', ...both(revenue.total_sales, revenue.total_sales_wt)),
    row('Retouren', ...both(-revenue.total_returns, -revenue.total_returns_wt)),
    row('Afrondingsverschillen', ...both(-revenue.total_differences, -revenue.total_differences_wt)),
    row('Omzet', ...both(revenue.total_turnover, revenue.total_turnover_wt)),
    row('Kostprijs verkopen', csvEuros(-revenue.total_cost_of_goods_sold), '', '', ''),
    row('Brutomarge', csvEuros(margin.value), '', '', csvNumber(margin.percentage)),
    row('Verkochte cadeaubonnen', ...both(other.gift_cards, other.gift_cards)),
    row('Fooien', ...both(other.tips, other.tips)),
    row('Betalingen op eerdere facturen', ...both(other.payments_on_invoice, other.payments_on_invoice)),
    row('Vooruitbetalingen', ...both(other.prepayments, other.prepayments)),
    row('Totaal geen omzet', ...both(other.total, other.total)),
  ];
}

function directRows(direct: FinancialReport['direct_paid']): readonly Cells[] {
  const { balance_check: check, payment_methods: methods } = direct;
  const section = 'Directe betalingen';
  const balance = (side: string, amount: number) => [
    'Betaalwijzen',
    'Saldocontrole',
    side,
    ...withVat(amount),
    '',
  ];
  return [
    ...rateRows(section, direct.rates),
    [section, 'Afrondingsverschillen', '', ...both(-direct.differences, -direct.differences)],
    [section, 'Totaal geen omzet', '', ...both(direct.non_revenue, direct.non_revenue)],
    [section, 'Totaal', '', ...both(direct.total, direct.total_wt)],
    ...methods.map(({ title, type_alias, amount }) => [
      'Betaalwijzen',
      title,
      type_alias,
      ...withVat(amount),
      share(amount, check.payments_total),
    ]),
    balance('betaald', check.payments_total),
    balance('verwacht', check.expected_total),
    balance('verschil (klopt)', check.difference),
  ];
}

function openRows(open: FinancialReport['not_paid_now']): readonly Cells[] {
  const { settled_since: settled } = open;
  const [now, since] = ['Nog niet betaald, op rekening', 'Op rekening verkocht en inmiddels betaald'];
  return [
    ...rateRows(now, open.rates),
    [now, 'Totaal', '', ...both(open.total, open.total_wt)],
    ...rateRows(since, settled.rates),
    [since, 'Totaal', '', ...both(settled.total, settled.total_wt)],
  ];
}

function groupRows(groups: FinancialReport['turnover_by_group']): readonly Cells[] {
  const section = 'Omzet per omzetgroep';
  const shopTitle = (id: number) => groups.shops.find(({ shop_id }) => shop_id === id)?.title ?? '';
  return [
    ...groups.rows.map(({ title, product_group_code, total, total_wt }) => [
      section,
      title,
      product_group_code ?? '',
      ...figures(total, total_wt, share(total, groups.total)),
    ]),
    [section, 'Totaal', '', ...both(groups.total, groups.total_wt)],
    ...groups.rows.flatMap(({ title, product_group_code: code, shops }) =>
      shops.map(({ shop_id, value, value_wt }) => [
        'Omzet per omzetgroep en winkel',
        code === null ? title : `${code} ${title}`,
        shopTitle(shop_id),
        ...both(value, value_wt),
      ]),
    ),
    ...groups.shop_totals.map(({ shop_id, value, value_wt }) => [
      'Omzet per winkel',
      'Totaal',
      shopTitle(shop_id),
      ...figures(value, value_wt, share(value, groups.total)),
    ]),
  ];
}

/** The words of a check are the file's own, so only its section, sides and figures are told here. */
function checkRows({ name, left, right, difference }: ReportCheck): readonly Cells[] {
  const place = (amount: number) =>
    name.endsWith('_ex') ? [csvEuros(amount), '', '', ''] : [...withVat(amount), ''];
  return [
    ['Controles', 'berekend', ...place(left)],
    ['Controles', 'in het rapport', ...place(right)],
    ['Controles', 'verschil (klopt)', ...place(difference)],
  ];
}

function rateRows(section: string, rates: readonly ReportRate[]): readonly Cells[] {
  return rates.map(({ name, country_iso2, value, base, tax, total_wt }) => [
    section,
    'Btw-tarief',
    `${country_iso2} ${name}`,
    csvEuros(base),
    csvEuros(tax),
    csvEuros(total_wt),
    csvNumber(value),
  ]);
}

function both(exVat: number, inclVat: number): Cells {
  return figures(exVat, inclVat, '');
}

function figures(exVat: number, inclVat: number, last: string): Cells {
  return [csvEuros(exVat), csvUnits(units(inclVat) - units(exVat)), csvEuros(inclVat), last];
}

function withVat(amount: number): Cells {
  return ['', '', csvEuros(amount)];
}

function share(part: number, whole: number): string {
  return csvNumber(percentage(units(part), units(whole)));
}
