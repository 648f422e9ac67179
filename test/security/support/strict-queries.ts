import fc from 'fast-check';
import type { OracleEndpoint, OracleParameter } from './oracle-endpoints.ts';
import { FIXTURE_IDS, KNOWN } from './strict-service.ts';

const INTEGER_TEXTS =
  '+1|-1|-0|1e2|1E2|0x10|0b1|0o7|1.0|1,0|1_000|1n|--1|1 2| 1|1 |\t1|1\n|1\0|\u00a01|٣|１２|१|²|Ⅷ|NaN|Infinity|null|' +
  'undefined|2;3|1/1|9007199254740993|1234567890123456|0000000000000001|00000000000000000000';
const FLAG_TEXTS = 'TRUE|True|yes|no|on|off|2|00|01|t|f| true|true |ｔrue|null';
const DATE_TEXTS =
  '2026-02-30|2026-2-3|2026-10-25T00:00:00Z|2026-10-01 | 2026-10-01|20261001|01-10-2026|2026/10/01|' +
  '٢٠٢٦-١٠-٠١|2023-02-29|1900-02-29|0000-01-01|10000-01-01|-026-10-01|+002026-10-01|2026-13-01|2026-00-10|' +
  '2026-10-00|2026-10-32|2026-10-01Z|2026-10-01\0|today|2026-W40-1|2026-274|２０２６-10-01|2026‐10‐01';
const COUNTRY_TEXTS = 'nl|Nl|NLD|N|ＮＬ|NL |N1|NL\n|ÅB|*|%%|NL,BE';
const LIST_TEXTS = ',|items,|,items|items,items|items, payments|new,new|new,,complete|ITEMS|id,|1,|,1|1,,2|1, ,2';
const OTHER_TEXTS =
  '[]|{}|*|%|_|\'|"|--|;|true|false|a[]=1|$ne|__proto__|constructor|\ufeff|\ufffe|é|e\u0301|🦔|../..|all|any';

/** Texts that are not quite of some kind; what each is for a given parameter is the oracle's to say. */
export const NEARLY: readonly string[] = [
  '',
  ' ',
  '\0',
  '\r\n',
  'x'.repeat(201),
  ...[INTEGER_TEXTS, FLAG_TEXTS, DATE_TEXTS, COUNTRY_TEXTS, LIST_TEXTS, OTHER_TEXTS].flatMap((texts) =>
    texts.split('|'),
  ),
];

const nearly = fc.constantFrom(...NEARLY);

const day = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 31 }).map((date) => `2026-10-${padded(date, 2)}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2024-02-29',
      '2000-02-29',
      '0001-01-01',
      '9999-12-31',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 13 }), fc.integer({ min: 0, max: 32 }))
      .map(([year, month, date]) => `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}`),
  },
);

const MOMENT_TEXTS =
  '0|1|1795262400|1795262399|1795262401|999999999999|1000000000000|2026-11-21T12:00:00Z|2026-11-21t12:00:00z|' +
  '2026-11-21T13:00:00+01:00|2026-11-21T13:00:00 01:00|2026-11-21T06:30:00-05:30|2026-11-21T12:00:00.5Z|' +
  '2026-11-21T11:59:59.999999999Z|2026-11-21T12:00:00.0000000001Z|2026-11-21T12:00:00.Z|2026-11-21 12:00:00Z|' +
  '2026-11-21T12:00:00|2026-11-21T12:00Z|2026-11-21T24:00:00Z|2026-11-21T23:59:60Z|2026-02-29T00:00:00Z|' +
  '2026-11-21T12:00:00+1:00|2026-11-21T12:00:00+0100|2026-11-21T12:00:00+24:00|2026-11-21T12:00:00−01:00|2026-11-21';
const CURSOR_TEXTS = 'v0|0|AAAA|A|_|-|eyJwIjo0ODIxMX0.b3BhcXVl|null';
const moment = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...MOMENT_TEXTS.split('|')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(day, fc.integer({ min: 0, max: 23 }), fc.constantFrom('Z', '+01:00', '-11:30', '.25Z'))
      .map(([date, hour, zone]) => `${date}T${padded(hour, 2)}:30:00${zone}`),
  },
);

const someId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FIXTURE_IDS) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 999_999_999_999_999 }) },
);

const idText = fc
  .tuple(someId, fc.constantFrom(0, 0, 0, 1, 3, 15))
  .map(([id, width]) => padded(id, Math.max(width, String(id).length)));

const WORDS =
  'appel|APPEL|Áppel|café|cafe\u0301|CRÈME|100%|%|_|*|"|\'|x%_*"-1|0012345678905|2026-50|jan|zon|@|=som(a1)|' +
  'OR|AND|NEAR|NOT|lamp-|-lamp|^a|(|)|[a-z]|\\|\\%|ł|ß|İ|ı|ﬁ|🦔|\0|\u0301|\u200d|\u3000|\ufeff|katoen_trui|k_t';
export const searchText = fc.oneof(
  fc.array(fc.constantFrom(...WORDS.split('|')), { maxLength: 4 }).map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc
    .tuple(fc.constantFrom('x', 'é', '🦔', 'e\u0301', ' '), fc.integer({ min: 95, max: 202 }))
    .map(([unit, times]) => unit.repeat(times)),
);

const separator = fc.constantFrom(',', ',', ',', ', ', ' ,', '\t,\u00a0');
const idListText = fc.oneof(
  { weight: 12, arbitrary: joined(idText, 6) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 198, max: 203 }), fc.boolean())
      .map(([count, again]) =>
        Array.from({ length: count + (again ? 50 : 0) }, (_, at) => 900 + (at % count)).join(','),
      ),
  },
);

function joined(part: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(part, { minLength: 1, maxLength }), separator)
    .map(([parts, between]) => parts.join(between));
}

const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** What a lenient reader takes for the very same value. */
const MASKS: readonly ((text: string) => string)[] = [
  (text) => ` ${text}`,
  (text) => `${text} `,
  (text) => `${text}\n`,
  (text) => `\ufeff${text}`,
  (text) => `${text}\0`,
  (text) => `+${text}`,
  (text) => `${text}.0`,
  (text) => `${text}e0`,
  (text) => `${text}x`,
  (text) => `${text}T00:00:00`,
  (text) => `${text},`,
  (text) => `"${text}"`,
  (text) => `[${text}]`,
  (text) => (/^\d{1,15}$/.test(text) ? `0x${Number(text).toString(16)}` : text),
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  fullWidth,
];

/** A text that is more or less of the parameter's kind. */
function textFor(parameter: OracleParameter): fc.Arbitrary<string> {
  const masked = fc.tuple(likely(parameter), fc.constantFrom(...MASKS)).map(([text, mask]) => mask(text));
  return fc.oneof(
    { weight: 20, arbitrary: likely(parameter) },
    { weight: 1, arbitrary: masked },
    { weight: 1, arbitrary: nearly },
  );
}

function likely(parameter: OracleParameter): fc.Arbitrary<string> {
  switch (parameter.kind) {
    case 'id':
      return fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...KNOWN.staff[parameter.of].map(String)) },
        { weight: 1, arbitrary: idText },
      );
    case 'start':
      return fc.constantFrom('0', '1', '2', '3', '5', '007', '20', '100000', '999999999999999');
    case 'limit':
      return fc.constantFrom(
        '1',
        '2',
        '3',
        '10',
        '01',
        '200',
        '201',
        '250',
        '251',
        '500',
        '501',
        '999999999999999',
        '0',
      );
    case 'flag':
      return fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom('true', 'false', '1', '0') },
        { weight: 1, arbitrary: fc.constantFrom(...FLAG_TEXTS.split('|')) },
      );
    case 'date':
      return day;
    case 'time':
      // None that a change of the clock skips or repeats.
      return fc.constantFrom('00:00', '09:30', '14:00', '23:59', '24:00', '9:30', '14:60', '14:00:00');
    case 'moment':
      return moment;
    case 'cursor':
      return fc.constantFrom(...CURSOR_TEXTS.split('|'), 'A'.repeat(512), 'A'.repeat(513));
    case 'country':
      return fc.constantFrom('NL', 'BE', 'AT', 'DE', 'GR', 'ZZ');
    case 'hex':
      return fc.oneof(
        fc.uint8Array({ minLength: 0, maxLength: 66 }).map((bytes) => Buffer.from(bytes).toString('hex')),
        fc.constantFrom('abc', 'AB', 'zz', '00 ', '0x00'),
      );
    case 'text':
      return searchText;
    case 'one-of':
      return fc.constantFrom(...parameter.values);
    case 'some-of':
      return joined(fc.constantFrom(...parameter.values), 3).map((list) => list.replace(/\s/g, ''));
    case 'ids':
      if (parameter.of === undefined) return idListText;
      return fc.oneof(
        { weight: 8, arbitrary: joined(fc.constantFrom(...KNOWN.staff[parameter.of].map(String)), 3) },
        { weight: 2, arbitrary: joined(fc.constantFrom(...KNOWN.owner[parameter.of].map(String)), 3) },
        { weight: 1, arbitrary: idListText },
      );
  }
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

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
