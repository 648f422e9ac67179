import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../../support/stand-in-service.ts';
import { judgeBody } from './oracle-body.ts';
import { messageOf, type Tally } from './strict-tally.ts';
import { openWire, type Wire } from './strict-wire.ts';

/** Stands for an e-mail address that nobody has tried yet, so that no throttle is met. */
const FRESH = 'fresh@';

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

/** Bodies are nested deeper than JSON can be written. */
const SHOWN = { depth: 3, breakLength: Number.POSITIVE_INFINITY } as const;

export interface SignInService extends SignedInService {
  readonly wire: Wire;
  /** What the platform was asked since this was called last. */
  takeAsked(): Credentials | null;
}

/** The service before a platform that keeps what it is asked to sign in. */
export async function startSignInService(): Promise<SignInService> {
  let asked: Credentials | null = null;
  const signIn = async (credentials: Credentials) => {
    asked = credentials;
    if (isDeepStrictEqual({ ...credentials }, STAND_IN_CREDENTIALS)) return STAND_IN_CALLER;
    throw new PlatformError('credentials_refused', 'not these');
  };
  const service = await startStandInService({ methods: { signIn } });
  const wire = openWire(service.port);
  const stop = async () => {
    wire.close();
    await service.stop();
  };
  const takeAsked = () => {
    const taken = asked;
    asked = null;
    return taken;
  };
  return { ...service, wire, takeAsked, stop };
}

/** Sends one body and holds the answer, and what reached the platform, against the oracle. */
type BodyCheck = (path: string, body: string | Buffer) => Promise<void>;

export function createBodyCheck(service: SignInService, tally: Tally): BodyCheck {
  let tried = 0;
  return async (path, body) => {
    tried += 1;
    const bytes = typeof body === 'string' ? Buffer.from(body.replaceAll(FRESH, `${tried}@fresh.example`)) : body;
    service.takeAsked();
    const answer = await tally.send(service.wire, postOf(service, path, bytes), `POST ${path}`);
    const asked = service.takeAsked();
    const verdict = judgeBody(bytes);
    const summary = `POST ${path} ${shown(bytes)}: ${answer.status} ${answer.text} ${inspect(asked, SHOWN)}`;
    if (!verdict.isAccepted) {
      const message = messageOf(answer);
      const { status, named } = verdict;
      const isNamed = named.length === 0 || named.some((name) => message.includes(name));
      const isRefused = answer.status === status && isNamed && asked === null;
      tally.agree(isRefused, () => `${summary}\nhas to be a ${status} that names one of ${named.join(', ')}`);
      return;
    }
    const isRight = isDeepStrictEqual(verdict.credentials, STAND_IN_CREDENTIALS);
    const isThrottled = answer.status === 429 && asked === null;
    const isAsOracle =
      answer.status === (isRight ? 200 : 401) && isDeepStrictEqual({ ...asked }, { ...verdict.credentials });
    tally.agree(isAsOracle || isThrottled, () => `${summary}\nhas to be taken as it stands`);
  };
}

function postOf(service: SignInService, path: string, body: Buffer) {
  const headers = [
    ['Host', `127.0.0.1:${service.port}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ] as const;
  return { method: 'POST', target: path, headers, body };
}

const shown = (bytes: Buffer) =>
  bytes.length > 600
    ? `${bytes.toString('latin1', 0, 600)}… ${bytes.length} bytes`
    : JSON.stringify(bytes.toString('latin1'));
