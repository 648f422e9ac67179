import { isCalendarDate } from '../calendar.ts';
import { instantOfMoment } from './moment.ts';
import type { ParameterText } from './query.ts';

/** The part of a parameter's schema that reading and messages look at. */
export interface ParameterSchema {
  readonly 'x-text': ParameterText;
  readonly 'x-cap'?: number;
  readonly default?: unknown;
  /** Of a text with a form of its own, this tells the form. */
  readonly description?: string;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

interface ParameterReader {
  /** The value of a decoded text; undefined where the text is not of the form. Whether it is allowed is asked later. */
  read(text: string): unknown;
  /** Ends the sentence "<name> must be …". */
  expectation(schema: ParameterSchema): string;
}

const INTEGER_FORM = /^\d{1,15}$/;
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const PARAMETER_READERS: Readonly<Record<ParameterText, ParameterReader>> = {
  text: {
    read: (text) => text,
    expectation: ({ enum: values, maxLength, description = 'of the documented form' }) => {
      if (values) return `one of ${values.join(', ')}`;
      return maxLength === undefined ? description : `at most ${maxLength} characters long`;
    },
  },
  integer: {
    read: readInteger,
    expectation: ({ minimum = 0 }) => `a whole number from ${minimum} up, of 1 to 15 digits`,
  },
  flag: { read: (text) => FLAGS.get(text), expectation: () => 'true, false, 1 or 0' },
  date: {
    read: (text) => (isCalendarDate(text) ? text : undefined),
    expectation: () => 'a calendar date, such as 2026-10-01',
  },
  moment: {
    read: (text) => (instantOfMoment(text) === undefined ? undefined : text),
    expectation: () => 'an RFC 3339 timestamp, such as 2026-10-01T00:00:00Z, or Unix seconds',
  },
  country: { read: (text) => text, expectation: () => 'two upper-case letters, such as NL' },
  'comma-list': {
    read: (text) => text.split(','),
    expectation: ({ items }) => `a comma list of ${items?.enum?.join(', ')}, each at most once`,
  },
  'id-list': {
    read: readIds,
    expectation: ({ maxItems }) => `a comma list of 1 to ${maxItems} numeric ids`,
  },
};

function readInteger(text: string): number | undefined {
  return INTEGER_FORM.test(text) ? Number(text) : undefined;
}

/** White space around an id is allowed; an id that is given twice counts once. */
function readIds(text: string): number[] | undefined {
  const ids = text.split(',').map((part) => readInteger(part.trim()));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
}
