import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { NamedFilter } from '../../../shared/contract/exports.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import { PARAMETER_READERS, type ParameterSchema } from '../../../shared/contract/query.ts';
import type { DatasetColumn, DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { ITEM_TYPE_CHOICES, STATUS_CHOICES, TERM_CHOICES } from '../../../shared/order-labels.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ReferenceKind, ReferenceRecords, ReportQuery, Reports } from '../../platform/platform.ts';
import type { Dataset, ExportRow, ExportSource, RowBatch, Selection, TextFilters } from '../dataset.ts';
import { ExportError } from '../export-error.ts';

/** Decodes filters as the API does. Throws `ExportError`, which names an unknown, missing or malformed one. */
export function decodeFilters<T extends TObject>(query: T, filters: TextFilters): Static<T> {
  const decoded: unknown = Object.fromEntries(
    Object.entries(filters).map(([name, text]) => [name, decodeFilter(query, name, text)]),
  );
  if (!Value.Check(query, decoded)) throw createFilterError(`a filter is missing: ${listMissing(query, filters)}`);
  return decoded;
}

function decodeFilter(query: TObject, name: string, text: string): unknown {
  const schema = Object.hasOwn(query.properties, name) ? query.properties[name] : undefined;
  if (!schema) throw createFilterError(`there is no filter ${name}`);
  const parameter = schema as TSchema & ParameterSchema;
  const { read, describeForm } = PARAMETER_READERS[parameter['x-text']];
  const value = read(text);
  if (value === undefined || !Value.Check(schema, value)) {
    throw createFilterError(`the filter ${name} must be ${describeForm(parameter)}`);
  }
  return value;
}

function listMissing(query: TObject, filters: TextFilters): string {
  return (query.required ?? []).filter((name) => !Object.hasOwn(filters, name)).join(', ');
}

function createFilterError(message: string): ExportError {
  return new ExportError('invalid_request', message);
}

/** `to` is `from` if it is absent, and must not be before it. */
export function getPeriod({ from, to = from }: { from: string; to?: string }): Period {
  if (to < from) throw new ExportError('invalid_request', 'the filter to must not be before from');
  return { from, to };
}

/** The record that a filter names; `null` if it is not set. One that the caller may not see counts as unknown. */
export async function findNamedRecord<K extends ReferenceKind>(
  source: ExportSource,
  kind: K,
  filter: string,
  id: number | undefined,
): Promise<ReferenceRecords[K] | null> {
  if (id === undefined) return null;
  const records = await source.platform.listReference(source.caller, kind);
  return records.find((candidate) => candidate.id === id) ?? refuseUnknown(filter, id);
}

const NAMED_BY = { locations: 'location_id', shops: 'shop_id', segments: 'segment_id' } as const;

/** The records that a filter names; empty if it is not set. */
export async function findNamedRecords<K extends keyof typeof NAMED_BY>(
  source: ExportSource,
  kind: K,
  ids: readonly number[] | undefined,
): Promise<readonly ReferenceRecords[K][]> {
  const records: ReferenceRecords[K][] = [];
  for (const id of ids ?? []) {
    const record = await findNamedRecord(source, kind, NAMED_BY[kind], id);
    if (record !== null) records.push(record);
  }
  return records;
}

type NamedPlace = { readonly id: number; readonly title: string };

/** The locations that `location_id` names, otherwise the one that the caller is locked to; empty for all. */
export async function findNamedLocations(
  source: ExportSource,
  ids: readonly number[] | undefined,
): Promise<readonly NamedPlace[]> {
  const named = await findNamedRecords(source, 'locations', ids);
  const { lockedLocation } = source.caller;
  return named.length === 0 && lockedLocation ? [lockedLocation] : named;
}

/** A filter for the platform; it has no member for all. */
export function createLocationFilter(locations: readonly NamedPlace[]): { readonly location_id?: number[] } {
  return locations.length === 0 ? {} : { location_id: locations.map(({ id }) => id) };
}

export function refuseUnknown(filter: string, id: number): never {
  throw new ExportError('invalid_request', `the filter ${filter} names ${id}, which does not exist`);
}

/** The product that a filter names; `null` if it is not set. */
export async function findProductName(
  { platform, caller }: ExportSource,
  id: number | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const product = await platform.findProduct(caller, id);
  return product ? `${product.sku} ${product.title}` : refuseUnknown('product_id', id);
}

/** The customer that a filter names, by number if the name may not be read; `null` if it is not set. */
export async function findCustomerName(
  { platform, caller }: ExportSource,
  id: number | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const customer = await platform.findCustomer(caller, id);
  return customer ? customer.name || String(id) : refuseUnknown('customer_id', id);
}

/** The filters of every report over days and places. */
export const REPORT_FILTERS = readFinancialReport.query;

/** The query of a report over days and places, and the description of its selection. */
export async function selectReport(
  source: ExportSource,
  { location_id, shop_id, ...days }: Static<typeof REPORT_FILTERS>,
): Promise<{ query: ReportQuery; scope: { period: Period; place: Place } }> {
  const period = getPeriod(days);
  const { query, place } = await selectPlaces(source, { location_id, shop_id });
  return { query: { ...period, ...query }, scope: { period, place } };
}

type PlaceQuery = Pick<ReportQuery, 'location_id' | 'shop_id'>;

type PlaceFilters = { readonly [Name in keyof PlaceQuery]?: PlaceQuery[Name] | undefined };

/** The query for locations and shops, and their description. */
export async function selectPlaces(
  source: ExportSource,
  { location_id, shop_id }: PlaceFilters,
): Promise<{ query: PlaceQuery; place: Place }> {
  const query = { ...createLocationFilter(await findNamedLocations(source, location_id)), ...(shop_id && { shop_id }) };
  return { query, place: await findNamedPlace(source, { location_id, shop_id }, ALL_LOCATIONS) };
}

type DocumentTables = Pick<RowBatch, 'paper' | 'sheets' | 'summaries'>;

interface ReportDatasetOptions<Report, Id extends string> {
  /** Whether the file names this figure if the platform does not know it. */
  readonly concerns?: (unknown: string) => boolean;
  /** Tables that documents have instead of the rows, or besides them. */
  readonly tables?: (report: Report, rows: readonly ExportRow<Id>[], language: Language) => DocumentTables;
  /** What programs get instead of the rows. */
  readonly records?: (report: Report, isWholeCompany: boolean) => readonly ExportRow<Id>[];
}

/** A dataset with the rows of one report over days and places; `place` is the name of the location or shop. */
export function createReportDataset<Id extends string, Kind extends 'financial' | 'payments'>(
  kind: Kind,
  declaration: DatasetDeclaration<Id>,
  createRows: (
    report: Reports[Kind]['answer'],
    place: string,
    language: Language,
    isWholeCompany: boolean,
  ) => readonly ExportRow<Id>[],
  { concerns = () => true, tables, records }: ReportDatasetOptions<Reports[Kind]['answer'], Id> = {},
): Dataset<Id> {
  return {
    declaration,
    filters: REPORT_FILTERS,
    async select(source, texts) {
      const { query, scope } = await selectReport(source, decodeFilters(REPORT_FILTERS, texts));
      return {
        ...describeSelection(source, declaration, scope),
        shown: listShownColumns(source, declaration),
        async *read() {
          const report = await source.platform.readReport(source.caller, kind, query);
          const { title, text } = scope.place;
          const isWholeCompany = title === null;
          const programRows = source.isForPrograms && records?.(report, isWholeCompany);
          const rows = programRows || createRows(report, text, source.language, isWholeCompany);
          const facts = 'generated_at' in report && {
            asOf: report.generated_at,
            unknown: report.unknown.filter(concerns),
          };
          yield { rows, total: rows.length, ...facts, ...(!programRows && tables?.(report, rows, source.language)) };
        },
      };
    },
  };
}

/** Programs get the ids of a report without asking, because nothing else tells apart two records of the same name. */
export function listShownColumns<Id extends string>(
  { isForPrograms }: Pick<ExportSource, 'isForPrograms'>,
  { columns }: DatasetDeclaration<Id>,
): readonly Id[] {
  return isForPrograms ? columns.filter(({ isPersonal }) => !isPersonal).map(({ id }) => id) : [];
}

/** The titles of records by id. An unknown record is named by its id. */
export async function readTitles(
  { platform, caller }: ExportSource,
  kind: Extract<ReferenceKind, 'shops' | 'turnoverGroups' | 'segments'>,
): Promise<(id: number) => string> {
  const records = await platform.listReference(caller, kind);
  const titles = new Map(records.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? String(id);
}

interface Place {
  readonly title: string | null;
  readonly text: string;
}

interface AskedFor {
  /** Absent for a current state. */
  readonly period?: Period;
  /** Instead of a period, if it is always one day. */
  readonly day?: CalendarDate;
  /** Absent if no filter can select one. */
  readonly place?: Place;
  readonly filters?: FilterValues;
}

const ALL_SHOPS: LocalizedText = { nl: 'alle winkels', en: 'all shops' };

const ALL_LOCATIONS: LocalizedText = { nl: 'alle vestigingen', en: 'all locations' };

/** The locations and shops that filters name, otherwise the location that the caller is locked to. */
export async function findNamedPlace(
  source: ExportSource,
  { location_id, shop_id }: PlaceFilters,
  all: LocalizedText = ALL_SHOPS,
): Promise<Place> {
  const locations = await findNamedRecords(source, 'locations', location_id);
  const shops = await findNamedRecords(source, 'shops', shop_id);
  const titles = [...locations, ...shops].map((record) => record.title);
  const title = titles.length > 0 ? titles.join(', ') : (source.caller.lockedLocation?.title ?? null);
  return { title, text: title ?? all[source.language] };
}

export function describeSelection(
  { caller, language, today }: ExportSource,
  declaration: DatasetDeclaration,
  { day, period, place, filters = {} }: AskedFor,
): Pick<Selection, 'nameParts' | 'place' | 'period' | 'filters'> {
  const labelled = labelFilters(filters, language, declaration);
  const dates = period ? [period.from, period.to] : [day ?? today];
  const singleDay = day === undefined ? null : { from: day, to: day };
  return {
    nameParts: [declaration.fileName[language], ...dates, ...(place ? [place.text] : []), ...labelled.nameParts],
    place: place ? place.title : (caller.lockedLocation?.title ?? null),
    period: period ?? singleDay,
    filters: labelled.filters,
  };
}

/** The columns that filters limit to one value. */
export function listFixedColumns(filters: Readonly<Record<string, unknown>>): readonly string[] {
  const isOne = (value: unknown) => (Array.isArray(value) ? value.length === 1 : value !== undefined);
  return Object.keys(filters).filter((column) => isOne(filters[column]));
}

interface FilterLabel {
  readonly label: LocalizedText;
  /**
   * `selection`: the value may be a person's name. `nothing`: a sort order, or something that applies to every such
   * file.
   */
  readonly inFileName: 'value' | 'selection' | 'nothing';
  /** See `NamedFilter`. */
  readonly isLimit?: false;
  readonly isInHeads?: true;
  format(value: string, language: Language, columns: readonly DatasetColumn[]): string;
}

type Choices = Readonly<Record<string, LocalizedText>>;

/** Sort keys that are not columns of the file, or have another name there. */
const SORTED_BY: Choices = {
  id: { nl: 'nummer', en: 'number' },
  stock: { nl: 'voorraad', en: 'stock' },
  price: { nl: 'prijs incl. btw', en: 'price incl. VAT' },
  price_ex: { nl: 'prijs excl. btw', en: 'price excl. VAT' },
  tax_rate: { nl: 'btw', en: 'VAT' },
  product_group: { nl: 'omzetgroep', en: 'turnover group' },
  total: { nl: 'openstaand', en: 'total open' },
  discount_value_wt: { nl: 'korting incl. btw', en: 'discount incl. VAT' },
  discount_value_ex_wt: { nl: 'korting excl. btw', en: 'discount excl. VAT' },
  margin_percentage: { nl: 'marge in procenten', en: 'margin in percent' },
};

const DIRECTIONS = {
  ascending: { nl: 'oplopend', en: 'ascending' },
  descending: { nl: 'aflopend', en: 'descending' },
} as const satisfies Choices;

/** In the order in which they are listed. */
const FILTER_LABELS = {
  group: createPlainLabel('Omzetgroep', 'Turnover group'),
  taxRate: createPlainLabel('Btw-tarief', 'VAT rate'),
  product: createPlainLabel('Artikel', 'Product'),
  stock: createChoiceLabel('Voorraad', 'Stock', {
    negative: { nl: 'negatieve voorraad', en: 'negative stock' },
    none: { nl: 'geen voorraad', en: 'no stock' },
    positive: { nl: 'op voorraad', en: 'in stock' },
  }),
  priced: createChoiceLabel('Prijs', 'Price', {
    true: { nl: 'met prijs', en: 'with price' },
    false: { nl: 'zonder prijs', en: 'without price' },
  }),
  status: createChoiceLabel('Status', 'Status', STATUS_CHOICES),
  itemType: createChoiceLabel('Soort regel', 'Type', ITEM_TYPE_CHOICES),
  sign: createChoiceLabel('Aantal', 'Quantity', {
    positive: { nl: 'positief (verkoop)', en: 'above 0 (sale)' },
    negative: { nl: 'negatief (retour)', en: 'below 0 (return)' },
  }),
  method: createPlainLabel('Betaalwijze', 'Payment method'),
  paymentTerm: createChoiceLabel('Betaling', 'Payment', TERM_CHOICES),
  paid: createChoiceLabel('Betaald', 'Paid', {
    true: { nl: 'betaald', en: 'paid' },
    false: { nl: 'niet betaald', en: 'not paid' },
  }),
  paidAsOf: createPlainLabel('Betaald of niet aan het eind van', 'Paid or not at the end of'),
  onlyCounting: createChoiceLabel('Status', 'Status', {
    true: { nl: 'zonder nieuw, in de wacht en geannuleerd', en: 'without new, on hold and cancelled' },
  }),
  onlyFull: createChoiceLabel('Korting', 'Discount', {
    true: { nl: '100% korting', en: '100% discount' },
  }),
  includeNegative: createChoiceLabel('Negatieve kortingen', 'Negative discounts', {
    true: { nl: 'met negatieve', en: 'with negative' },
  }),
  onlyNegative: createChoiceLabel('Negatieve kortingen', 'Negative discounts', {
    true: { nl: 'alleen negatieve', en: 'only negative' },
  }),
  /** Left out by default: a file says so, but its name does not. */
  withoutNegative: {
    ...createChoiceLabel('Negatieve kortingen', 'Negative discounts', { true: { nl: 'weggelaten', en: 'left out' } }),
    inFileName: 'nothing',
  },
  hideRounding: createChoiceLabel('Afronding tot € 0,05', 'Rounding up to €0.05', {
    true: { nl: 'zonder afronding', en: 'without rounding' },
  }),
  minPercentage: {
    ...createPlainLabel('Korting vanaf', 'Discount from'),
    format: (value, language) => formatMinimum(createNumberFormat(language).percentage(Number(value)), language),
  },
  minDiscount: {
    ...createPlainLabel('Kortingsbedrag vanaf', 'Discount amount from'),
    format: (value, language) => formatMinimum(createNumberFormat(language).money(Number(value)), language),
  },
  compare: {
    ...createChoiceLabel('Vergeleken met', 'Compared with', {
      before: { nl: 'de periode ervoor', en: 'the period before' },
      'last-year': { nl: 'dezelfde periode vorig jaar', en: 'the same period last year' },
    }),
    isLimit: false,
  },
  /** Names the days of `compare`, which is in the file name. */
  comparedDays: {
    ...createPlainLabel('Vergeleken periode', 'Compared period'),
    ...{ inFileName: 'nothing', isLimit: false, isInHeads: true },
  },
  today: { ...createPlainLabel('Vandaag', 'Today'), inFileName: 'nothing', isLimit: false },
  /** Some tables have only one side: each states its own. */
  side: {
    ...createChoiceLabel('Vergeleken bedragen', 'Compared amounts', {
      ex: { nl: 'excl. btw', en: 'excl. VAT' },
      wt: { nl: 'incl. btw', en: 'incl. VAT' },
    }),
    isLimit: false,
  },
  segment: createPlainLabel('Segment', 'Segment'),
  openInvoices: createChoiceLabel('Openstaande facturen', 'Open invoices', {
    true: { nl: 'met openstaande facturen', en: 'with open invoices' },
    false: { nl: 'zonder openstaande facturen', en: 'without open invoices' },
  }),
  customer: { ...createPlainLabel('Klant', 'Customer'), inFileName: 'selection' },
  search: { ...createPlainLabel('Zoektekst', 'Search text'), inFileName: 'selection' },
  sort: { label: { nl: 'Volgorde', en: 'Sorted by' }, inFileName: 'nothing', isLimit: false, format: formatSort },
} as const satisfies Readonly<Record<string, FilterLabel>>;

/** Records by title, words of the API as they are; `null` or absent if a filter is not set or has no effect. */
export type FilterValues = Partial<
  Readonly<Record<keyof typeof FILTER_LABELS, string | number | boolean | readonly string[] | null | undefined>>
>;

/** Without it, a file of some rows would have the name of the file of all rows and replace it. */
const SELECTION: LocalizedText = { nl: 'selectie', en: 'selection' };

/** The labels of the filters that are set, and what they add to the file name. */
export function labelFilters(
  values: FilterValues,
  language: Language,
  { columns }: Pick<DatasetDeclaration, 'columns'>,
): Pick<Selection, 'filters' | 'nameParts'> {
  const labelled = Object.entries<FilterLabel>(FILTER_LABELS).flatMap(
    ([name, { label, inFileName, format: say, ...kind }]) => {
      const value = values[name as keyof FilterValues] ?? null;
      if (value === null || value === '') return [];
      const texts = [value].flat().map((one) => say(String(one), language, columns));
      const filter: NamedFilter = { label: label[language], value: texts.join(', '), ...kind };
      return [{ filter, inFileName }];
    },
  );
  const isSelection = labelled.some(({ inFileName }) => inFileName === 'selection');
  return {
    filters: labelled.map(({ filter }) => filter),
    nameParts: [
      ...labelled.filter(({ inFileName }) => inFileName === 'value').map(({ filter }) => filter.value),
      ...(isSelection ? [SELECTION[language]] : []),
    ],
  };
}

function createPlainLabel(nl: string, en: string): FilterLabel {
  return { label: { nl, en }, inFileName: 'value', format: (value) => value };
}

function formatMinimum(bound: string, language: Language): string {
  return language === 'nl' ? `vanaf ${bound}` : `from ${bound}`;
}

function createChoiceLabel(nl: string, en: string, choices: Choices): FilterLabel {
  return { ...createPlainLabel(nl, en), format: (value, language) => choices[value]?.[language] ?? value };
}

function formatSort(sort: string, language: Language, columns: readonly DatasetColumn[]): string {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const direction = DIRECTIONS[isDescending ? 'descending' : 'ascending'];
  const heading = SORTED_BY[name] ?? columns.find(({ id }) => id === name)?.heading;
  // Abbreviations such as SKU stay as they are.
  const named = heading?.[language].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) ?? name;
  return `${named}, ${direction[language]}`;
}
