import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Words } from '../../../shared/contract/language.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset-declaration.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ExportSource, Selection } from '../dataset.ts';
import { type FilterValues, tellFilters } from './filter-words.ts';

/** The place that is asked for: a title, or what all of them are called together. */
export interface Place {
  readonly title: string | null;
  readonly text: string;
}

interface AskedFor {
  /** Left out for what is as it is now. */
  readonly period?: Period;
  /** Instead of a period, where it is always one day. */
  readonly day?: CalendarDate;
  /** Left out where no filter asks for one. */
  readonly place?: Place;
  readonly filters?: FilterValues;
}

const ALL_SHOPS: Words = { nl: 'alle winkels', en: 'all shops' };
const ALL_LOCATIONS: Words = { nl: 'alle vestigingen', en: 'all locations' };

type Titled = { readonly title: string } | null;

/** The shop or shops that filters name; of a locked caller at least their location. */
export function shopPlace(source: ExportSource, ...named: readonly Titled[]): Place {
  return placeOf(source, named, ALL_SHOPS);
}

export function locationPlace(source: ExportSource, location: Titled): Place {
  return placeOf(source, [location], ALL_LOCATIONS);
}

function placeOf({ caller, language }: ExportSource, named: readonly Titled[], all: Words): Place {
  const titles = named.flatMap((record) => (record === null ? [] : [record.title]));
  const title = titles.length > 0 ? titles.join(', ') : (caller.lockedLocation?.title ?? null);
  return { title, text: title ?? all[language] };
}

/** What is said of a selection in words, before anything is read. */
export function describeSelection(
  { caller, language, today }: ExportSource,
  { fileName }: DatasetDeclaration,
  { day, period, place, filters = {} }: AskedFor,
): Pick<Selection, 'nameParts' | 'place' | 'period' | 'filters'> {
  const told = tellFilters(filters, language);
  const dates = period ? [period.from, period.to] : [day ?? today];
  const ofDay = day === undefined ? null : { from: day, to: day };
  return {
    nameParts: [fileName[language], ...dates, ...(place ? [place.text] : []), ...told.nameParts],
    place: place ? place.title : (caller.lockedLocation?.title ?? null),
    period: period ?? ofDay,
    filters: told.filters,
  };
}
