import fc from 'fast-check';
import type { OracleEndpoint } from './oracle-endpoints.ts';
import { textFor } from './strict-values.ts';

/** A name and a value as they stand in the address. */
type Pair = readonly [name: string, value: string];

/** Query strings for an endpoint: about half of them are accepted, the others nearly. */
export function queriesFor(endpoint: OracleEndpoint): fc.Arbitrary<string> {
  return fc.tuple(fc.tuple(...Object.entries(endpoint.parameters).map(pairFor)), disturbance).map(([pairs, disturb]) =>
    disturb(pairs.filter((pair) => pair !== null))
      .map(written)
      .join('&'),
  );
}

const written = ([name, value]: Pair) => (value === BARE ? name : `${name}=${value}`);
/** Stands for a name without `=`. */
const BARE = '\u0000bare';

type Parameter = OracleEndpoint['parameters'][string];

/** Half of all ranges would end before they begin, and a guessed cursor never works. */
const MOSTLY_ABSENT: Readonly<Record<string, number>> = { to: 24, cursor: 60 };

function pairFor([name, parameter]: [string, Parameter]): fc.Arbitrary<Pair | null> {
  const pair = fc.tuple(
    fc.constant(name),
    fc.tuple(textFor(parameter), coding).map(([text, code]) => code(text)),
  );
  const isRequired = parameter.isRequired || parameter.kind === 'moment';
  const absence = isRequired ? 1 : (MOSTLY_ABSENT[name] ?? 16);
  return fc.oneof({ weight: absence, arbitrary: fc.constant(null) }, { weight: isRequired ? 40 : 8, arbitrary: pair });
}

const percent = (byte: number, isLower = false) => {
  const digits = byte.toString(16).padStart(2, '0');
  return `%${isLower ? digits : digits.toUpperCase()}`;
};
const every = (text: string, isLower: boolean) => [...Buffer.from(text)].map((byte) => percent(byte, isLower)).join('');

/** All of them are ways to write one and the same text. */
const coding = fc.constantFrom<((text: string) => string)[]>(
  encodeURIComponent,
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => encodeURI(text).replace(/[#&+]/g, (sign) => percent(sign.charCodeAt(0))),
  (text) => every(text, true),
  (text) => every(text, false),
);

type Disturb = (pairs: readonly Pair[]) => readonly Pair[];

/** The value of one pair after another, where there is one. */
const onLast = (change: (pair: Pair) => readonly Pair[]): Disturb => {
  return (pairs) => [...pairs.slice(0, -1), ...pairs.slice(-1).flatMap(change)];
};
const added = (...pairs: Pair[]): Disturb => {
  return (before) => [...before, ...pairs];
};

const UNKNOWN_NAMES =
  'x|__proto__|constructor|prototype|toString|hasOwnProperty|limit[]|limit%5B%5D|from%20|FROM|Limit|start.|q[0]|' +
  'shop_ids|shopId|account_id|tenant|_|%00|%F0%9F%A6%94|from%00|lim%69t2|callback|fields|' +
  `${'n'.repeat(150)}`;
const BROKEN = '%|%4|%zz|%C3|%C3%28|%ED%A0%80|%FF|%F5%80%80%80|%E2%82|%c0%af|%u0041|%-1';

const disturbance: fc.Arbitrary<Disturb> = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Disturb>((pairs) => pairs) },
  { weight: 1, arbitrary: fc.constantFrom(...UNKNOWN_NAMES.split('|')).map((name) => added([name, '1'])) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...BROKEN.split('|'))
      .map((end) => onLast(([name, value]) => [[name, `${value}${end}`]])),
  },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN.split('|')).map((name) => added([name, '1'])) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Disturb[]>(
      onLast((pair) => [pair, pair]),
      onLast(([name, value]) => [
        [name, value],
        [every(name, false), '1'],
      ]),
      onLast(([name, value]) => [[`${name}[]`, value]]),
      onLast(([name, value]) => [[name.toUpperCase(), value]]),
      onLast(([name, value]) => [[name, `${value};x=1`]]),
      onLast(([name]) => [[name, BARE]]),
      onLast(([name]) => [[name, '']]),
      onLast(([name, value]) => [[`+${name}`, value]]),
      onLast(([name, value]) => [[name, `${value}=`]]),
      onLast(([name, value]) => [[name, `${value}?`]]),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Disturb[]>(
      onLast(([name, value]) => [[every(name, true), value]]),
      (pairs) => [['', BARE], ['', BARE], ...pairs],
      (pairs) => pairs.toReversed(),
      added(['', BARE]),
      added(['', '']),
      added(['', '1']),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1, 2_000, 16_000, 16_384, 16_385, 20_000).map(
      (bytes): Disturb =>
        (pairs) => [...pairs, ['&'.repeat(Math.max(0, bytes - sizeOf(pairs))), BARE]],
    ),
  },
);

function sizeOf(pairs: readonly Pair[]): number {
  return pairs.map(written).join('&').length + 1;
}
