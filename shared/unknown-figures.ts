import type { CheckName, FinancialReport, UnknownFigure } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import type { UnknownColumn } from './datasets/dataset.ts';

const LABELS: Readonly<Record<Language, Readonly<Record<UnknownColumn, string>>>> = {
  nl: {
    cost: 'inkoopwaarde en marge',
    direct_paid: 'directe betalingen',
    differences: 'afrondingsverschillen',
    discount_percentage: 'kortingspercentage',
    non_revenue: 'ontvangen, geen omzet',
    not_paid_now: 'op rekening verkocht',
    open_invoices: 'openstaande facturen per klant',
    payment_methods: 'betaalwijze per betaling',
    payments_on_invoice: 'ontvangen op facturen',
    prepayments: 'vooruitbetalingen',
    revenue_wt: 'omzet inclusief btw',
    shops: 'de winkels van het rapport',
    tips: 'fooien',
    turnover: 'wat op deze locatie verkocht is',
    turnover_by_group: 'omzet per omzetgroep',
  },
  en: {
    cost: 'cost and margin',
    direct_paid: 'direct payments',
    differences: 'rounding differences',
    discount_percentage: 'discount percentage',
    non_revenue: 'received, no turnover',
    not_paid_now: 'sold on account',
    open_invoices: 'open invoices of each customer',
    payment_methods: 'the method of each payment',
    payments_on_invoice: 'received on invoices',
    prepayments: 'prepayments',
    revenue_wt: 'turnover including VAT',
    shops: 'the shops of the report',
    tips: 'tips',
    turnover: 'what was sold at this location',
    turnover_by_group: 'turnover by group',
  },
};

/** The text instead of a figure that the platform does not know. */
export const NOT_KNOWN: Readonly<Record<Language, string>> = { nl: 'niet bekend', en: 'not known' };

/** Returns the label of an unknown figure. Other deployments' names are shown as they are. */
export function getUnknownLabel(name: string, language: Language): string {
  const labels: Readonly<Record<string, string>> = LABELS[language];
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name;
}

/** Labels of several names as a list for a sentence. */
export function formatUnknownLabels(names: readonly string[], language: Language): string {
  return names.map((name) => getUnknownLabel(name, language)).join(', ');
}

const NOTES: Readonly<Record<Language, (labels: string) => string>> = {
  nl: (labels) => `Niet bekend op dit platform: ${labels}. Totalen zijn zonder deze bedragen.`,
  en: (labels) => `Not known on this platform: ${labels}. Totals do not include these amounts.`,
};

/** Formats a note about the unknown figures of a platform; `null` if it knows all. */
export function formatUnknownNote(names: readonly string[], language: Language): string | null {
  return names.length === 0 ? null : NOTES[language](formatUnknownLabels(names, language));
}

const WITHOUT: Readonly<Record<Language, (labels: string) => string>> = {
  nl: (labels) => `zonder ${labels} (niet bekend)`,
  en: (labels) => `without ${labels} (not known)`,
};

/** Formats the text after the name of a total that lacks these parts. Empty if the total is complete. */
export function formatMissing(names: readonly UnknownFigure[], language: Language): string {
  return names.length === 0 ? '' : WITHOUT[language](formatUnknownLabels(names, language));
}

type Unknowns = Pick<FinancialReport, 'unknown'>;

/** Returns a figure of the report; `null` if the report calls it unknown, whatever its number. */
export function getKnownFigure<Figure>({ unknown }: Unknowns, name: UnknownFigure, figure: Figure): Figure | null {
  return unknown.includes(name) ? null : figure;
}

const NON_REVENUE_PARTS = ['tips', 'payments_on_invoice', 'prepayments'] as const;

const TOTAL_PARTS = {
  turnover: ['differences'],
  non_revenue: NON_REVENUE_PARTS,
  direct: ['differences', ...NON_REVENUE_PARTS],
} as const satisfies Readonly<Record<string, readonly UnknownFigure[]>>;

/** Totals of the report with parts that a platform may not know. */
export type ReportTotal = keyof typeof TOTAL_PARTS;

/** Lists parts that a total lacks because the platform does not know them. */
export function listMissingParts({ unknown }: Unknowns, total: ReportTotal): readonly UnknownFigure[] {
  const parts: readonly UnknownFigure[] = TOTAL_PARTS[total];
  return parts.filter((part) => unknown.includes(part));
}

const COMPARED_TOTALS: Readonly<Partial<Record<CheckName, ReportTotal>>> = {
  turnover_ex: 'turnover',
  turnover_wt: 'turnover',
  direct_total_ex: 'direct',
  direct_total_wt: 'direct',
  payments: 'direct',
  bridge_wt: 'direct',
  groups_ex: 'turnover',
  groups_wt: 'turnover',
};

/** Lists figures that a check leaves out because the platform does not know them. */
export function listMissingInCheck(report: Unknowns, check: CheckName): readonly UnknownFigure[] {
  const total = COMPARED_TOTALS[check];
  return total === undefined ? [] : listMissingParts(report, total);
}
