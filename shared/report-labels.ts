import type { CheckName } from './contract/financial-report.ts';
import type { Language } from './contract/language.ts';
import type { VatSide } from './report-comparison.ts';
import type { VatBox } from './vat-return.ts';

interface ReportLabels {
  readonly boxes: Readonly<Record<VatBox, string>>;
  readonly boxSums: Readonly<Record<VatBox, string>>;
  /** Below the rates of the VAT return. */
  readonly vatNote: string;
  /** How lines that have the other side alone are compared, by the side that is compared. */
  readonly comparisonNote: Readonly<Record<VatSide, string>>;
  /** What the percentage of two figures below 0 is. */
  readonly percentageNote: string;
  readonly checks: Readonly<Record<CheckName, string>>;
}

/** What the financial report calls its boxes and checks, and what it says below its tables, on the page as in a file. */
export const REPORT_LABELS: Readonly<Record<Language, ReportLabels>> = {
  nl: {
    boxes: {
      '1a': '1a. Leveringen/diensten belast met hoog tarief',
      '1b': '1b. Leveringen/diensten belast met laag tarief',
      '1c': '1c. Leveringen/diensten belast met overige tarieven, behalve 0 %',
      '1e': '1e. Leveringen/diensten belast met 0 % of niet bij u belast',
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
  },
  en: {
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
  },
};
