import fc from 'fast-check';
import { STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';

/** Stands for an e-mail address that nobody has tried yet, so that no throttle is met. */
export const FRESH = 'fresh@';

type Member = readonly [name: string, json: string];
type Change = (members: readonly Member[]) => readonly Member[];

const quoted = (text: string) => JSON.stringify(text);
const escaped = (text: string) =>
  `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

const GOOD: readonly Member[] = Object.entries(STAND_IN_CREDENTIALS).map(([name, value]) => [
  quoted(name),
  quoted(value),
]);
const WRONG: readonly Member[] = [
  ['"account"', '"stand-in"'],
  ['"email"', `"${FRESH}"`],
  ['"password"', '"guess"'],
];

const OTHER_JSON =
  'null|true|false|0|-1|1|1e2|12345|{}|[]|["x"]|{"x":1}|{"account":"x"}|{"length":3}|[[[]]]|""|" "|"\\u0000"|' +
  '"\\ud800"|"\\udfff\\ud800"|"\\ufeffx"|"é"|"e\\u0301"|"🦔"|"a\\nb"|"12345"|"true"|"null"|"[]"|{"a":1,"a":2}|' +
  '{"a":1,"\\u0061":2}|[{"a":1},{"a":2}]|{"a":{"b":1},"b":{"a":1}}|"{\\"a\\":1,\\"a\\":2}"';
const otherJson = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...OTHER_JSON.split('|')) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 2 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map(quoted) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'é', '🦔', 'e\u0301', '\\'), fc.constantFrom(199, 200, 201, 320, 321, 1_024, 1_025))
      .map(([sign, times]) => quoted(sign.repeat(times))),
  },
);

const NAMES = ['account', 'email', 'password'];
const UNKNOWN =
  'role|roles|remember|__proto__|constructor|prototype|toString|Account|EMAIL|password |accoun\u0000t||user.id|' +
  'account_id|accоunt|\ud83e\udd94|hasOwnProperty';

const known = fc.constantFrom(...NAMES);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Change>((members) => members) },
  { weight: 1, arbitrary: fc.constant<Change>((members) => members.toReversed()) },
  {
    weight: 1,
    arbitrary: known.map(
      (name): Change =>
        (members) =>
          members.filter(([of]) => of !== quoted(name)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(known, otherJson).map(
      ([name, json]): Change =>
        (members) =>
          members.map((one) => (one[0] === quoted(name) ? [one[0], json] : one)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...UNKNOWN.split('|')), otherJson, fc.boolean()).map(
      ([name, json, isFirst]): Change =>
        (members) => {
          const unknown: Member = [quoted(name), json];
          return isFirst ? [unknown, ...members] : [...members, unknown];
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(known, fc.constantFrom(quoted, escaped), otherJson).map(
      ([name, write, json]): Change =>
        (members) => [[write(name), json], ...members],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Change>((members) => members.map(([name, json]) => [escaped(JSON.parse(name)), json])),
  },
);

const layout = fc.constantFrom<((members: readonly Member[]) => string)[]>(
  (members) => `{${members.map((member) => member.join(':')).join(',')}}`,
  (members) => `{ ${members.map((member) => member.join(' : ')).join(' ,\n\t')} }\r\n`,
);

/** What befalls a whole text; half of it leaves JSON behind. */
const WHOLE: readonly ((text: string) => string | Buffer)[] = [
  (text) => `[${text}]`,
  (text) => `\ufeff${text}`,
  (text) => `\u00a0${text}`,
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => text.replace(/}\s*$/, ',}'),
  (text) => text.slice(0, -2),
  (text) => text.replaceAll('"', "'"),
  (text) => `/* */${text}`,
  (text) => `${text}\0`,
  (text) => quoted(text),
  (text) => text.padEnd(16_384 - Buffer.byteLength(text) + text.length),
  (text) => text.padEnd(16_385 - Buffer.byteLength(text) + text.length),
  (text) => text.padEnd(17_000),
  (text) => text.replace('{', `{"x":${'['.repeat(7_000)}${']'.repeat(7_000)},`),
  (text) => text.replace('{', `{"x":${'{"x":'.repeat(2_000)}0${'}'.repeat(2_000)},`),
  () => '['.repeat(10_000),
  () => '{"account":'.repeat(1_200),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
  (text) => Buffer.from(text.replace('a', '\u00e9'), 'latin1'),
  (text) => Buffer.from(text, 'utf16le'),
  () => '',
  () => ' ',
  () => 'null',
  () => '"x"',
  () => '{}',
  () => 'account=a&email=b&password=c',
];

const whole = fc.oneof(
  { weight: 5, arbitrary: fc.constant((text: string): string | Buffer => text) },
  { weight: 2, arbitrary: fc.constantFrom(...WHOLE) },
);

const made = fc
  .tuple(fc.constantFrom(GOOD, WRONG), change, change, layout, whole)
  .map(([members, first, second, write, befall]) => befall(write(second(first(members)))));

export const bodies: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 12, arbitrary: made },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
);
