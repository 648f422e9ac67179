import type { Language } from '../../../shared/contract/language.ts';

const nl = {
  incomplete: 'ONVOLLEDIG (INCOMPLETE)',
  period: 'Periode',
  until: 't/m',
  place: 'Winkel/vestiging',
  everywhere: 'alle',
  zone: 'Tijdzone',
  asOf: 'Stand van',
  filters: 'Filters',
  noFilters: 'geen',
  page: (number: number, count: number) => `pagina ${number} van ${count}`,
  noRows: 'Geen rijen',
  continued: 'vervolg',
  total: 'Totaal',
  totalOfSome: 'Totaal van wat er is',
  missingCharacter: 'staat voor een teken dat het lettertype niet heeft',
};

export type PdfWords = typeof nl;

const en: PdfWords = {
  incomplete: 'INCOMPLETE',
  period: 'Period',
  until: 'to',
  place: 'Shop/location',
  everywhere: 'all',
  zone: 'Time zone',
  asOf: 'As of',
  filters: 'Filters',
  noFilters: 'none',
  page: (number, count) => `page ${number} of ${count}`,
  noRows: 'No rows',
  continued: 'continued',
  total: 'Total',
  totalOfSome: 'Total of what there is',
  missingCharacter: 'stands for a character that the font lacks',
};

export const PDF_WORDS: Readonly<Record<Language, PdfWords>> = { nl, en };
