import { type CalendarDate, isCalendarDate } from '../../../shared/calendar.ts';
import { MAX_SEARCH_LENGTH, readDecimal } from '../../../shared/contract/query.ts';
import { isSelectable, PERIOD_PRESETS, type Period, type PeriodPreset } from '../../../shared/periods.ts';

/** Reads and writes one choice in the address of a page. */
export interface Field<T> {
  /** `undefined` if the text is not valid; the page then behaves as if nothing had been chosen. */
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
  /** Whether `read` ignores a part of the text. */
  readonly hasUnknownParts?: (text: string) => boolean;
}

/** A preset moves with the calendar; a period with fixed days does not. */
export type PeriodChoice = PeriodPreset | Period;

const ALL = 'all';

/** A search text, cut to the length that the API accepts. */
export const searchField: Field<string> = {
  read: (text) => text.slice(0, MAX_SEARCH_LENGTH),
  write: (text) => text,
};

export const flagField: Field<boolean> = {
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  write: String,
};

/** An id of the API. `null` means no restriction and is written `all`. */
export const idField: Field<number | null> = {
  read: (text) => (text === ALL ? null : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
  write: (id) => (id === null ? ALL : String(id)),
};

/** One or more ids of the API, separated by commas. `null` as in `idField`. */
export const idsField: Field<number[] | null> = {
  read(text) {
    if (text === ALL) return null;
    const ids = text.split(',').map((id) => idField.read(id) ?? undefined);
    return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
  },
  write: (ids) => (ids === null ? ALL : ids.join(',')),
};

/** A lower bound with at most 2 decimals, as the API requires. */
export function createBoundField(maximum: number): Field<number> {
  return {
    read: (text) => {
      const bound = readDecimal(text);
      return bound === undefined || bound > maximum ? undefined : bound;
    },
    write: String,
  };
}

export function createChoiceField<const Choice extends string>(choices: readonly Choice[]): Field<Choice> {
  return {
    read: (text) => choices.find((choice) => choice === text),
    write: (choice) => choice,
  };
}

/** Several choices, separated by commas. Unknown ones are ignored. */
export function createChoicesField<const Choice extends string>(choices: readonly Choice[]): Field<readonly Choice[]> {
  return {
    read: (text) => {
      const named = text.split(',');
      return choices.filter((choice) => named.includes(choice));
    },
    write: (chosen) => chosen.join(','),
    hasUnknownParts: (text) => text.split(',').some((name) => !choices.some((choice) => choice === name)),
  };
}

/** A day such as `2026-10-01`. */
export const dayField: Field<CalendarDate> = {
  read: (text) => (isCalendarDate(text) && isSelectable({ from: text, to: text }) ? text : undefined),
  write: (date) => date,
};

/** A period such as `last-month` or `2026-10-01..2026-10-31`. */
export const periodField: Field<PeriodChoice> = {
  read(text) {
    const preset = PERIOD_PRESETS.find((known) => known === text);
    if (preset) return preset;
    const [from = '', to = '', ...rest] = text.split('..');
    const isPeriod = rest.length === 0 && isCalendarDate(from) && isCalendarDate(to) && from <= to;
    return isPeriod && isSelectable({ from, to }) ? { from, to } : undefined;
  },
  write: (choice) => (typeof choice === 'string' ? choice : `${choice.from}..${choice.to}`),
};
