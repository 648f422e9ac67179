import fc from 'fast-check';
import { MAX_ID, type ParameterText } from '../../../shared/contract/query.ts';

/** The parts of a contract schema that are used to draw values. */
export interface DrawnSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: DrawnSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly default?: unknown;
  readonly 'x-text'?: ParameterText;
  readonly maximum?: number;
  readonly 'x-cap'?: number;
  readonly 'x-filled'?: boolean;
}

/** A parameter with the ids that it may name; none if it names no record. */
export interface DrawnParameter {
  readonly name: string;
  readonly schema: DrawnSchema;
  readonly ids: readonly number[];
}

/** Valid and almost valid spellings of a parameter. */
interface Form {
  right(parameter: DrawnParameter): fc.Arbitrary<string>;
  wrong(parameter: DrawnParameter): readonly string[];
}

/** Texts that a store might not treat as plain text. */
const HOSTILE = [
  '"open',
  'kop*',
  '^kop',
  'title:kop',
  'NEAR(kop thee)',
  "'; drop table orders; --",
  '100%',
  '_',
  '\\',
  '',
];

/** A text that fits its schema, with any characters that it allows. */
export function rightText({ enum: values, pattern = '', minLength = 0, maxLength = 40 }: DrawnSchema) {
  if (values) return fc.constantFrom(...values);
  const form = new RegExp(pattern, 'u');
  const fits = (text: string) => form.test(text) && [...text].length >= minLength && [...text].length <= maxLength;
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(...HOSTILE, 'x'.repeat(maxLength)),
  );
  return (pattern === '' ? texts : fc.oneof(fc.stringMatching(form), texts)).filter(fits);
}

/** Texts that each break one rule of the schema. */
export function wrongTexts({ enum: values, pattern, minLength = 0, maxLength }: DrawnSchema): string[] {
  if (values) return ['', 'none-of-them', `${values[0]} `, `${values[0]}`.toUpperCase()];
  const form = new RegExp(pattern ?? '', 'u');
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...['', '!', '\u0000'].filter((text) => !form.test(text)),
  ];
}

const OCTOBER = Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
/** The ends of a range come from two halves, so no range ends before it begins. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  from: ['2024-02-29', ...OCTOBER.slice(0, 15)],
  to: [...OCTOBER.slice(15), '2026-12-31'],
};

const choicesOf = ({ items }: DrawnSchema): readonly string[] => items?.enum ?? [];
const listOf = (ids: readonly (number | string)[]) =>
  fc.subarray([...ids], { minLength: 1 }).map((chosen) => chosen.join(','));

export const FORMS: Readonly<Record<ParameterText, Form>> = {
  text: {
    right: ({ schema }) => rightText(schema),
    wrong: ({ schema }) => wrongTexts(schema),
  },
  integer: {
    right({ ids, schema: { minimum = 0 } }) {
      if (ids.length > 0) return fc.constantFrom(...ids).map(String);
      return fc.oneof(fc.integer({ min: minimum, max: 300 }), fc.constant(MAX_ID)).map(String);
    },
    wrong: ({ schema: { minimum = 0 } }) => [
      ...['', 'x', '-1', '+1', '1.0', '1e2', '0x1', '1 ', '\u0661', '1'.repeat(16)],
      ...(minimum > 0 ? [String(minimum - 1)] : []),
    ],
  },
  decimal: {
    right: ({ schema: { maximum = 0 } }) =>
      fc.integer({ min: 0, max: Math.min(maximum, 1_000_000) * 100 }).map((hundredths) => String(hundredths / 100)),
    wrong: ({ schema: { maximum = 0 } }) => ['', '-1', '+1', '1,5', '1e1', '.5', '1.234', 'NaN', String(maximum + 1)],
  },
  flag: {
    right: () => fc.constantFrom('true', '1', 'false', '0'),
    wrong: () => ['', 'TRUE', 'yes', '2', 'null'],
  },
  date: {
    right: ({ name }) => fc.constantFrom(...(DAYS[name] ?? OCTOBER)),
    wrong: () => ['', '2026-02-30', '2026-1-1', '20261001', '2026-10-01T00:00:00Z', '0000-01-01', 'today'],
  },
  time: {
    right: () => fc.stringMatching(/^([01]\d|2[0-3]):[0-5]\d$/),
    wrong: () => ['', '24:00', '9:00', '12:60', '12:00:00'],
  },
  moment: {
    right: () => fc.oneof(fc.nat().map(String), fc.constantFrom('2026-10-01T00:00:00Z', '2026-10-01t00:00:00.5+02:00')),
    wrong: () => ['', 'yesterday', '2026-10-01', '2026-10-01T00:00:00', '2026-02-30T00:00:00Z', '1'.repeat(13)],
  },
  country: {
    right: () => fc.stringMatching(/^[A-Z]{2}$/),
    wrong: () => ['', 'nl', 'NLD', 'N1'],
  },
  'comma-list': {
    right: ({ schema }) => listOf(choicesOf(schema)),
    wrong({ schema }) {
      const [first = ''] = choicesOf(schema);
      return ['', 'none-of-them', `${first},`, `${first},${first}`, first.toUpperCase()];
    },
  },
  'id-list': {
    right: ({ ids }) => listOf(ids),
    wrong: ({ schema: { maxItems = 0 } }) => [
      ...['', 'x', '1,', ',1', '1,x', '1;2', '1.5'],
      Array.from({ length: maxItems + 1 }, (_, index) => index + 1).join(','),
    ],
  },
};
