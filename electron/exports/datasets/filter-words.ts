import type { NamedFilter } from '../../../shared/contract/exports.ts';
import type { Language, Words } from '../../../shared/contract/language.ts';
import { STATUS_CHOICES, TERM_CHOICES } from '../../../shared/order-choices.ts';

/** How staff read one filter: what it is called, and what each of its values is. */
interface FilterWords {
  readonly label: Words;
  /**
   * How the name of a file tells of it: by its value; as a selection, for a search text may be the name of a person; or
   * not at all, for the order of the rows says nothing of what is in a file.
   */
  readonly inFileName: 'value' | 'selection' | 'nothing';
  say(value: string, language: Language): string;
}

type Choices = Readonly<Record<string, Words>>;

const SORTED_BY: Choices = {
  id: { nl: 'artikel-id', en: 'product id' },
  product_id: { nl: 'artikel-id', en: 'product id' },
  sku: { nl: 'artikelnummer', en: 'SKU' },
  title: { nl: 'artikel', en: 'product' },
  stock: { nl: 'voorraad', en: 'stock' },
  date_purchased: { nl: 'datum', en: 'date' },
  value_wt: { nl: 'bedrag incl. btw', en: 'value incl. VAT' },
  quantity: { nl: 'aantal', en: 'quantity' },
  value: { nl: 'omzet excl. btw', en: 'turnover excl. VAT' },
  margin: { nl: 'marge', en: 'margin' },
};
const DIRECTIONS = {
  ascending: { nl: 'oplopend', en: 'ascending' },
  descending: { nl: 'aflopend', en: 'descending' },
} as const satisfies Choices;

/** In the order in which they are told. */
const FILTER_WORDS = {
  group: asItIs('Omzetgroep', 'Turnover group'),
  taxRate: asItIs('Btw-tarief', 'VAT rate'),
  product: asItIs('Artikel', 'Product'),
  stock: oneOf('Voorraad', 'Stock', {
    negative: { nl: 'negatieve voorraad', en: 'negative stock' },
    none: { nl: 'geen voorraad', en: 'no stock' },
    positive: { nl: 'op voorraad', en: 'in stock' },
  }),
  priced: oneOf('Prijs', 'Price', {
    true: { nl: 'met prijs', en: 'with price' },
    false: { nl: 'zonder prijs', en: 'without price' },
  }),
  status: oneOf('Status', 'Status', STATUS_CHOICES),
  paymentTerm: oneOf('Betaling', 'Payment', TERM_CHOICES),
  paid: oneOf('Betaald', 'Paid', {
    true: { nl: 'betaald', en: 'paid' },
    false: { nl: 'niet betaald', en: 'not paid' },
  }),
  onlyCounting: oneOf('Status', 'Status', {
    true: { nl: 'alleen wat meetelt', en: 'only what counts' },
  }),
  onlyFull: oneOf('Korting', 'Discount', {
    true: { nl: 'volledig gekort', en: 'fully discounted' },
  }),
  includeNegative: oneOf('Negatieve kortingen', 'Negative discounts', {
    true: { nl: 'met negatieve', en: 'with negative' },
  }),
  hideRounding: oneOf('Afronding tot € 0,05', 'Rounding up to €0.05', {
    true: { nl: 'zonder afronding', en: 'without rounding' },
  }),
  search: { ...asItIs('Zoektekst', 'Search text'), inFileName: 'selection' },
  sort: { label: { nl: 'Sortering', en: 'Sorted by' }, inFileName: 'nothing', say: sortWords },
} as const satisfies Readonly<Record<string, FilterWords>>;

/**
 * The filters that are set, each with its value: a record by its title, a word of the API as it is. Left out or null
 * where it is not set, or does nothing that would not be done without it.
 */
export type FilterValues = Partial<
  Readonly<Record<keyof typeof FILTER_WORDS, string | boolean | readonly string[] | null | undefined>>
>;

export interface ToldFilters {
  readonly filters: readonly NamedFilter[];
  readonly nameParts: readonly string[];
}

/** Without it a file of some rows would have the name, and take the place, of that of all. */
const SELECTION: Words = { nl: 'selectie', en: 'selection' };

/** The filters that are set in the words of staff, and how the name of a file tells of those that change its rows. */
export function tellFilters(values: FilterValues, language: Language): ToldFilters {
  const told = Object.entries<FilterWords>(FILTER_WORDS).flatMap(([name, words]) => {
    const value = values[name as keyof FilterValues] ?? null;
    if (value === null || value === '') return [];
    const texts = [value].flat().map((one) => words.say(String(one), language));
    const { label, inFileName } = words;
    return [{ label: label[language], value: texts.join(', '), inFileName }];
  });
  const isSelection = told.some(({ inFileName }) => inFileName === 'selection');
  return {
    filters: told.map(({ label, value }) => ({ label, value })),
    nameParts: [
      ...told.filter(({ inFileName }) => inFileName === 'value').map(({ value }) => value),
      ...(isSelection ? [SELECTION[language]] : []),
    ],
  };
}

function asItIs(nl: string, en: string): FilterWords {
  return { label: { nl, en }, inFileName: 'value', say: (value) => value };
}

function oneOf(nl: string, en: string, choices: Choices): FilterWords {
  return { ...asItIs(nl, en), say: (value, language) => choices[value]?.[language] ?? value };
}

function sortWords(sort: string, language: Language): string {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const direction = DIRECTIONS[isDescending ? 'descending' : 'ascending'];
  return `${SORTED_BY[name]?.[language] ?? name}, ${direction[language]}`;
}
