import type { CheckName } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import type { VatSide } from './report-comparison.ts';
import type { VatBox } from './vat-return.ts';

/** What the financial report calls its sections, figures, boxes and checks, and what it says below its tables. */
const nl = {
  sections: {
    report: 'Rapport',
    revenue: 'Omzet',
    nonRevenue: 'Ontvangen, geen omzet',
    fromTurnover: 'Van omzet naar betaalwijzen',
    directPaid: 'Directe betalingen',
    paymentMethods: 'Betaalwijzen',
    notPaidNow: 'Nog niet betaald, op rekening',
    settledSince: 'Op rekening verkocht en inmiddels betaald',
    vatReturn: 'Btw per tarief, voor de aangifte',
    declared: 'In te vullen in de aangifte',
    groups: 'Omzet per omzetgroep',
    groupShops: 'Omzet per omzetgroep en winkel',
    shops: 'Omzet per winkel',
    checks: 'Controles',
  },
  /** Of sections whose own name is longer than the 31 characters of a sheet. */
  sheetNames: {
    settledSince: 'Op rekening, inmiddels betaald',
    vatReturn: 'Btw per tarief',
    declared: 'Aangifte in hele euro’s',
  },
  boxes: {
    '1a': '1a. Leveringen/diensten belast met hoog tarief',
    '1b': '1b. Leveringen/diensten belast met laag tarief',
    '1c': '1c. Leveringen/diensten belast met overige tarieven, behalve 0%',
    '1e': '1e. Leveringen/diensten belast met 0% of niet bij u belast',
    exempt: 'Vrijgesteld, niet in de aangifte',
    foreign: 'Tarieven van andere landen, niet in de Nederlandse aangifte',
  },
  boxSums: {
    '1a': 'Totaal 1a',
    '1b': 'Totaal 1b',
    '1c': 'Totaal 1c',
    '1e': 'Totaal 1e',
    exempt: 'Totaal vrijgesteld',
    foreign: 'Totaal andere landen',
  },
  vatNote:
    'Direct betaald, nog niet betaald en inmiddels betaald samen: de dag van de factuur bepaalt, en dat is de dag van aankoop. De btw is het bedrag incl. btw min het bedrag excl. btw, zoals het kassaplatform die geeft.',
  percentageNote: 'Het percentage is dat van de omvang: meer retouren is een plus.',
  comparisonNote: {
    ex: 'Wat er alleen incl. btw is, zoals betaalwijzen, wordt incl. btw vergeleken.',
    wt: 'Wat er alleen excl. btw is, de inkoopwaarde en de brutomarge, wordt excl. btw vergeleken.',
  },
  checks: {
    turnover_ex: 'Verkopen + retouren + afrondingsverschillen = omzet, excl. btw',
    turnover_wt: 'Verkopen + retouren + afrondingsverschillen = omzet, incl. btw',
    direct_total_ex: 'Tarieven + afrondingsverschillen + geen omzet = direct betaald, excl. btw',
    direct_total_wt: 'Tarieven + afrondingsverschillen + geen omzet = direct betaald, incl. btw',
    payments: 'Betaalwijzen samen = totaal direct betaald',
    bridge_wt: 'Direct + nog niet betaald + inmiddels betaald − geen omzet = omzet, incl. btw',
    groups_ex: 'Omzetgroepen samen = omzet, excl. btw',
    groups_wt: 'Omzetgroepen samen = omzet, incl. btw',
    group_shops_ex: 'Winkels van elke omzetgroep samen = totaal van de groep, excl. btw',
    group_shops_wt: 'Winkels van elke omzetgroep samen = totaal van de groep, incl. btw',
    shop_totals_ex: 'Winkeltotalen samen = totaal van de omzetgroepen, excl. btw',
    shop_totals_wt: 'Winkeltotalen samen = totaal van de omzetgroepen, incl. btw',
  },
  items: {
    from: 'Van',
    to: 'Tot en met',
    location: 'Vestiging',
    shop: 'Winkel',
    currency: 'Valuta',
    generatedAt: 'Opgemaakt op',
    sales: 'Verkopen',
    returns: 'Retouren',
    differences: 'Afrondingsverschillen',
    turnover: 'Omzet',
    costOfGoodsSold: 'Inkoopwaarde van de omzet',
    margin: 'Brutomarge',
    marginPercentage: 'Brutomarge, % van de omzet (verschil in procentpunten)',
    giftCards: 'Verkochte cadeaubonnen',
    tips: 'Fooien',
    paymentsOnInvoice: 'Betalingen op eerdere facturen',
    prepayments: 'Vooruitbetalingen',
    otherNonRevenue: 'Overig, geen omzet',
    nonRevenue: 'Totaal geen omzet',
    rate: 'Btw-tarief',
    total: 'Totaal',
    directTotal: 'Totaal direct betaald',
    methodsTotal: 'Totaal betaalwijzen',
    notPaidTotal: 'Totaal nog niet betaald',
    settledTotal: 'Totaal inmiddels betaald',
    ratesTotal: 'Totaal van alle tarieven',
    notPaid: 'Op rekening, nog niet betaald',
    settled: 'Op rekening, inmiddels betaald',
    expected: 'Te ontvangen',
    difference: 'Verschil',
    rest: 'Niet bij een tarief',
    declaredTotal: 'Verschuldigde btw over deze rubrieken',
    note: 'Toelichting',
    notKnown: 'Niet bekend',
  },
  sides: {
    left: 'berekend',
    right: 'in het rapport',
    holds: 'verschil (klopt)',
    differs: 'verschil (klopt niet)',
    balanced: 'de betalingen sluiten aan',
    unbalanced: 'de betalingen sluiten niet aan',
  },
  outcomes: { holds: 'klopt', differs: 'klopt niet' },
  sidesOfVat: { ex: 'excl. btw', wt: 'incl. btw' },
  wholeEuros: 'in hele euro’s',
  todayCompared: { 'left-out': 'telt nog niet mee; gekozen is', alone: 'telt mee tot nu', whole: 'helemaal' },
  declaredOfWhole:
    'Wat u in de aangifte invult, staat er niet bij: de aangifte is voor het hele bedrijf, en dit is een deel ervan.',
} satisfies CheckedLabels;

/** What another list names: one label for each. */
interface CheckedLabels extends Readonly<Record<string, unknown>> {
  readonly boxes: Readonly<Record<VatBox, string>>;
  readonly boxSums: Readonly<Record<VatBox, string>>;
  /** How lines that have the other side alone are compared, by the side that is compared. */
  readonly comparisonNote: Readonly<Record<VatSide, string>>;
  readonly checks: Readonly<Record<CheckName, string>>;
}

export type ReportLabels = typeof nl;

/** The name of a figure on a line. */
export type FigureLabel = keyof ReportLabels['items'];

const en: ReportLabels = {
  sections: {
    report: 'Report',
    revenue: 'Turnover',
    nonRevenue: 'Received, not turnover',
    fromTurnover: 'From turnover to payments',
    directPaid: 'Paid directly',
    paymentMethods: 'Payment methods',
    notPaidNow: 'Not paid yet, on account',
    settledSince: 'Sold on account and paid since',
    vatReturn: 'VAT by rate, for the return',
    declared: 'To fill in in the VAT return',
    groups: 'Turnover by group',
    groupShops: 'Turnover by group and shop',
    shops: 'Turnover by shop',
    checks: 'Checks',
  },
  sheetNames: {
    settledSince: 'On account, paid since',
    vatReturn: 'VAT by rate',
    declared: 'VAT return in whole euros',
  },
  boxes: {
    '1a': '1a. Supplies taxed at the high rate',
    '1b': '1b. Supplies taxed at the low rate',
    '1c': '1c. Supplies taxed at other rates, except 0%',
    '1e': '1e. Supplies taxed at 0% or not taxed with you',
    exempt: 'Exempt, not in the return',
    foreign: 'Rates of other countries, not in the Dutch return',
  },
  boxSums: {
    '1a': 'Total 1a',
    '1b': 'Total 1b',
    '1c': 'Total 1c',
    '1e': 'Total 1e',
    exempt: 'Total exempt',
    foreign: 'Total other countries',
  },
  vatNote:
    'Paid directly, not paid yet and paid since together: the day of the invoice decides, which is the day of purchase. VAT is the amount incl. VAT less the amount excl. VAT as the point-of-sale platform gives them.',
  percentageNote: 'Percentages are of the size: more returns is a plus.',
  comparisonNote: {
    ex: 'What there is incl. VAT alone, such as payment methods, is compared incl. VAT.',
    wt: 'What there is excl. VAT alone, the cost of goods sold and the gross margin, is compared excl. VAT.',
  },
  checks: {
    turnover_ex: 'Sales + returns + rounding differences = turnover, excl. VAT',
    turnover_wt: 'Sales + returns + rounding differences = turnover, incl. VAT',
    direct_total_ex: 'Rates + rounding differences + not turnover = paid directly, excl. VAT',
    direct_total_wt: 'Rates + rounding differences + not turnover = paid directly, incl. VAT',
    payments: 'Payment methods together = total paid directly',
    bridge_wt: 'Directly + not paid yet + paid since − not turnover = turnover, incl. VAT',
    groups_ex: 'Turnover groups together = turnover, excl. VAT',
    groups_wt: 'Turnover groups together = turnover, incl. VAT',
    group_shops_ex: 'Shops of each group together = total of the group, excl. VAT',
    group_shops_wt: 'Shops of each group together = total of the group, incl. VAT',
    shop_totals_ex: 'Shop totals together = total of the groups, excl. VAT',
    shop_totals_wt: 'Shop totals together = total of the groups, incl. VAT',
  },
  items: {
    from: 'From',
    to: 'Up to and including',
    location: 'Location',
    shop: 'Shop',
    currency: 'Currency',
    generatedAt: 'Generated at',
    sales: 'Sales',
    returns: 'Returns',
    differences: 'Rounding differences',
    turnover: 'Turnover',
    costOfGoodsSold: 'Cost of goods sold',
    margin: 'Gross margin',
    marginPercentage: 'Gross margin, % of turnover (difference in points)',
    giftCards: 'Gift cards sold',
    tips: 'Tips',
    paymentsOnInvoice: 'Payments on earlier invoices',
    prepayments: 'Prepayments',
    otherNonRevenue: 'Other, no turnover',
    nonRevenue: 'Total not turnover',
    rate: 'VAT rate',
    total: 'Total',
    directTotal: 'Total paid directly',
    methodsTotal: 'Total payment methods',
    notPaidTotal: 'Total not paid yet',
    settledTotal: 'Total paid since',
    ratesTotal: 'Total of all rates',
    notPaid: 'On account, not paid yet',
    settled: 'On account, paid since',
    expected: 'To be received',
    difference: 'Difference',
    rest: 'At no rate',
    declaredTotal: 'VAT owed by these boxes',
    note: 'Note',
    notKnown: 'Not known',
  },
  sides: {
    left: 'computed',
    right: 'in the report',
    holds: 'difference (holds)',
    differs: 'difference (does not hold)',
    balanced: 'the payments agree',
    unbalanced: 'the payments do not agree',
  },
  outcomes: { holds: 'holds', differs: 'does not hold' },
  sidesOfVat: { ex: 'excl. VAT', wt: 'incl. VAT' },
  wholeEuros: 'in whole euros',
  todayCompared: { 'left-out': 'does not count yet; chosen is', alone: 'counts up to now', whole: 'as a whole' },
  declaredOfWhole:
    'What to fill in in the return is left out: the return is for the whole company, and this is a part of it.',
};

export const REPORT_LABELS: Readonly<Record<Language, ReportLabels>> = { nl, en };
