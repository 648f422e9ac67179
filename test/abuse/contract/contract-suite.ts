import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { SERVICE_LIMITS } from '../../../electron/service/server/create-server.ts';
import { judgeBody } from '../../security/support/oracle-body.ts';
import {
  ORACLE_ENDPOINTS,
  type OracleEndpoint,
  type OracleParameter,
} from '../../security/support/oracle-endpoints.ts';
import { judgeQuery } from '../../security/support/oracle-query.ts';
import { bodies, createBodyCheck, startSignInService } from '../../security/support/strict-body-check.ts';
import { CONTENT_TYPES, drawHttp, type HttpDraft, requestOf } from '../../security/support/strict-http.ts';
import { NEEDED, RECORDS } from '../../security/support/strict-paths.ts';
import { NEARLY, queriesFor, searchText } from '../../security/support/strict-queries.ts';
import { createQueryCheck } from '../../security/support/strict-query-check.ts';
import {
  ASKERS,
  CANARY,
  KNOWN,
  type StrictService,
  startStrictService,
  startTalkativeService,
} from '../../security/support/strict-service.ts';
import {
  BREACHES,
  createTally,
  type DeparturesOf,
  NO_OPERATION,
  readDescription,
  type Tally,
} from '../../security/support/strict-tally.ts';
import { type After, exchangeBytes, openWire, SOCKET_CASES } from '../../security/support/strict-wire.ts';
import { CONTRACT_ENDPOINTS } from '../../support/contract-endpoints.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';
import { startStandInService } from '../../support/stand-in-service.ts';
import type { AbuseSuite, SuiteRun, SuiteSize } from '../harness/suite.ts';
import { CONTRACT_MUTANTS } from './mutants.ts';

export const contractSuite: AbuseSuite = {
  name: 'contract',
  title: 'queries, bodies, requests and bytes that are right or nearly so, against an oracle and the description',
  counts: [
    { name: 'requests', least: 50_000 },
    { name: 'requests accepted', least: 15_000 },
  ],
  breaches: Object.values(BREACHES),
  mutants: CONTRACT_MUTANTS,

  async run(run) {
    const bench = await openContractBench(run);
    await attackWithFurtherFields(bench);
    await Promise.all([attackWithQueries(bench), attackWithBodies(bench), attackWithHttp(bench), attackSockets(bench)]);
    await bench.stop();
    run.tell('seed', String(run.seed));
  },
};

const BODIES = 3_500;

const PATHS = ['/api/auth/login', '/api/auth/refresh'];

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype];

const POISONS = ['__proto__', 'constructor', 'prototype'];

/** One for each way in which a lenient reader would take a body. */
const CRAFTED = [
  '{"account":1,"email":true,"password":12345}',
  '{"account":"stand-in","email":"sam@stand-in.example","password":"stand-in-password","role":"owner"}',
  '{"account":"x","account":"stand-in","email":"sam@stand-in.example","password":"stand-in-password"}',
  '{"account":"\\ud800","email":"\\u0000","password":"x"}',
  ...POISONS.map((name) => `{"${name}":{"polluted":true,"prototype":{"polluted":true}}}`),
];

const namesOf = () => PROTOTYPES.map((prototype) => Object.getOwnPropertyNames(prototype));

/** Bodies of a sign-in: each is taken as it stands, or refused by name, and leaves no trace on the prototypes. */
async function attackWithBodies({ run, tally, signIns }: ContractBench): Promise<void> {
  const check = createBodyCheck(signIns, tally);
  const before = namesOf();
  for (const path of PATHS) {
    const drawn = fc.sample(bodies, { seed: run.seed, numRuns: run.scaled(BODIES) });
    for (const body of [...CRAFTED, ...drawn]) await check(path, body);
  }
  const isClean = isDeepStrictEqual(namesOf(), before) && !('polluted' in {});
  tally.agree(isClean, () => 'a body left a member on the prototypes of the program');
}

const REQUESTS = 20_000;

const HEADS = 500;

const HEADERS_OF_HEAD = ['content-type', 'content-length', 'www-authenticate'];

/** Methods, paths and headers of which each may be right or wrong: the status is that of the first check that fails. */
async function attackWithHttp(bench: ContractBench): Promise<void> {
  const { run, tally, shop } = bench;
  const check = createHttpCheck(shop, tally);
  for (const contentType of CONTENT_TYPES) await check({ ...plainPost(shop.port), contentType });
  const drawn = fc.sample(drawHttp(shop), { seed: run.seed, numRuns: run.scaled(REQUESTS) });
  for (const draft of drawn) await check(draft);
  await askHeads(bench, drawn);
}

/** A HEAD has the status, the type and the length of its GET. */
async function askHeads({ run, tally, shop }: ContractBench, drawn: readonly HttpDraft[]): Promise<void> {
  // That of the report names the moment at which it was made.
  const gets = drawn.filter(({ method, path }) => method.text === 'GET' && path.routes[0] !== '/api/financial-report');
  for (const draft of gets.slice(0, run.scaled(HEADS))) {
    const request = requestOf(draft);
    const get = await shop.wire.send(request);
    const head = await tally.send(shop.wire, { ...request, method: 'HEAD' }, NO_OPERATION);
    const isAlike =
      get?.status === head.status && HEADERS_OF_HEAD.every((name) => head.headers.get(name) === get.headers.get(name));
    tally.agree(isAlike, () => `HEAD ${request.target}: ${head.status} and ${get?.status} for GET`);
  }
}

function plainPost(port: number): HttpDraft {
  return {
    method: { text: 'POST', isKnown: true },
    path: {
      target: '/api/auth/login',
      query: '',
      routes: ['/api/auth/login'],
      isFound: true,
      isOwn: true,
      isUnreadable: false,
    },
    query: '',
    host: { headers: [['Host', `127.0.0.1:${port}`]], isOwn: true },
    origin: { headers: [], isOwn: true },
    site: { headers: [], isForeign: false },
    authorization: { headers: [], isValid: false },
    contentType: { headers: [], isJson: false },
    noise: [],
    body: JSON.stringify(CREDENTIALS.owner),
  };
}

const QUERIES = 1_500;

const QUERIES_WITHOUT_PARAMETERS = 150;

const SEARCHES = 800;

/** What the index of searches would take for more than a text. */
const OPERATORS = ['"open', 'half"way', 'x" OR "kop', 'kop*', '^kop', '-kop', 'title:kop', 'NEAR(kop thee)', '(kop'];

/** Answers that are no data of a shop. */
const PAGES = ['GET /openapi.json', 'GET /docs'];

const LISTS = ORACLE_ENDPOINTS.filter(
  ({ name }) => name.startsWith('GET') && !name.includes('{id}') && !PAGES.includes(name),
);

const SEARCHED = ORACLE_ENDPOINTS.filter(({ parameters }) => 'q' in parameters);

/** Query strings that are right or nearly so: each means what the contract says, or is refused by name. */
async function attackWithQueries({ run, tally, shop }: ContractBench): Promise<void> {
  const check = await createQueryCheck(shop, tally);
  const asker = fc.constantFrom(...ASKERS);
  const draw = <T>(arbitrary: fc.Arbitrary<T>, full: number) =>
    fc.sample(arbitrary, { seed: run.seed, numRuns: run.scaled(full) });

  for (const [endpoint, text] of oddQueries(run.size)) await check('owner', endpoint, text);
  for (const endpoint of LISTS) {
    const hasParameters = Object.keys(endpoint.parameters).length > 0;
    const full = hasParameters ? QUERIES : QUERIES_WITHOUT_PARAMETERS;
    for (const [who, text] of draw(fc.tuple(asker, queriesFor(endpoint)), full)) {
      await check(who, endpoint, text);
    }
  }
  for (const endpoint of SEARCHED) {
    const period = endpoint.name === 'GET /api/orders' ? 'from=0001-01-01&to=9999-12-31&' : '';
    const searches = [
      ...OPERATORS.map((text) => ['owner', text] as const),
      ...draw(fc.tuple(asker, searchText), SEARCHES),
    ];
    for (const [who, text] of searches) {
      await check(who, endpoint, `${period}q=${encodeURIComponent(text)}`);
    }
  }
}

const KINDS_OF_SHORT: readonly OracleParameter['kind'][] = ['limit', 'flag', 'date', 'ids'];

/** Every text that is not quite of some kind, for every parameter, or for one of each kind, or of some. */
function oddQueries(size: SuiteSize): (readonly [OracleEndpoint, string])[] {
  const places = LISTS.flatMap((endpoint) =>
    Object.entries(endpoint.parameters).map(([name, { kind }]) => ({ endpoint, name, kind })),
  );
  const kinds = Map.groupBy(places, ({ kind }) => kind);
  const ofEachKind = [...kinds.values()].flatMap((alike) => alike.slice(0, 1));
  const ofSome = ofEachKind.filter(({ kind }) => KINDS_OF_SHORT.includes(kind));
  const chosen = { full: places, tenth: ofEachKind, short: ofSome }[size];
  return chosen.flatMap(({ endpoint, name }) => {
    const needed = new URLSearchParams(NEEDED[endpoint.name.split(' ')[1] ?? '']);
    needed.delete(name);
    const twice = `${name}=1&${name}=2`;
    const texts = NEARLY.map((text) => `${name}=${encodeURIComponent(text)}`);
    return [...texts, twice, `${name}=999&x=1`].map((text): readonly [OracleEndpoint, string] => [
      endpoint,
      [needed.toString(), text].filter((part) => part !== '').join('&'),
    ]);
  });
}

/** For what takes as long as it may. Everything else has the limits of the product: on a busy computer these are soon over. */
const QUICK = { ...SERVICE_LIMITS, headersTimeoutMs: 200, requestTimeoutMs: 400, timeoutCheckMs: 25 };

const NOISE = 1_000;

const FORESEEN = [100, 200, 400, 401, 403, 404, 405, 415, 417];

/** Bytes that are hardly HTTP: what is answered has the one shape, and the service lives on. */
async function attackSockets({ run, tally }: ContractBench): Promise<void> {
  const services = { end: await startStandInService(), wait: await startStandInService({ limits: QUICK }) };
  const statusesOf = async (lines: string, after: After): Promise<number[]> => {
    const { port } = services[after];
    const bytes = Buffer.from(lines.replaceAll('HOST', `127.0.0.1:${port}`), 'latin1');
    const answers = await exchangeBytes(port, bytes, after);
    for (const answer of answers) if (answer.status !== 100) tally.take(answer, NO_OPERATION);
    return answers.map(({ status }) => status);
  };

  await Promise.all(
    SOCKET_CASES.map(async ({ title, lines, statuses, after = 'end' }) => {
      const answered = await statusesOf(lines, after);
      tally.agree(isDeepStrictEqual(answered, statuses), () => `${title}: ${answered} and not ${statuses}`);
    }),
  );
  for (const lines of fc.sample(socketNoise, { seed: run.seed, numRuns: run.scaled(NOISE) })) {
    const answered = await statusesOf(lines, 'end');
    const isForeseen = answered.every((status) => FORESEEN.includes(status));
    tally.agree(isForeseen, () => `${JSON.stringify(lines)}: ${answered}`);
  }
  for (const service of Object.values(services)) {
    const { status } = await service.send('GET', '/health');
    const isTooSlow = service === services.wait && status === 408;
    tally.agree(status === 200 || isTooSlow, () => `afterwards GET /health answers ${status}`);
    await service.stop();
  }
}

const OF_USERS = CONTRACT_ENDPOINTS.filter(({ method, access }) => method === 'GET' && access === 'user');

/** A platform with members beyond the contract at any depth: answers have the listed ones only. */
async function attackWithFurtherFields({ run, tally }: ContractBench): Promise<void> {
  const service = await startTalkativeService();
  const wire = openWire(service.port);
  run.keepSecret('personal data', CANARY);
  const headers = [
    ['Host', `127.0.0.1:${service.port}`],
    ['Authorization', `Bearer ${service.token}`],
  ] as const;
  for (const { path } of OF_USERS) {
    const [id = 1] = Object.values(RECORDS[path] ?? {});
    const details = path === '/api/orders' ? '&include=items,payments' : '';
    const query = NEEDED[path] === undefined ? '' : `?${NEEDED[path]}${details}`;
    const target = `${path.replace('{id}', String(id))}${query}`;
    const { status, text } = await tally.send(wire, { method: 'GET', target, headers }, `GET ${path}`);
    tally.agree(status === 200, () => `${target}: ${status} ${text.slice(0, 300)}`);
  }
  wire.close();
  await service.stop();
}

/** Sends one request and holds the status against the oracle. */
type HttpCheck = (draft: HttpDraft) => Promise<void>;

function createHttpCheck(service: StrictService, tally: Tally): HttpCheck {
  return async (draft) => {
    const request = requestOf(draft);
    const answer = await tally.send(service.wire, request, operationOf(draft));
    const expected = expectedStatuses(draft);
    const summary = `${JSON.stringify(request).slice(0, 800)}: ${answer.status} ${answer.text.slice(0, 300)}`;
    tally.agree(expected.has(answer.status), () => `${summary}\nhas to be ${[...expected].join(' or ')}`);
    const [route] = draft.path.routes;
    if (answer.status !== 405 || !route) return;
    const allow = answer.headers.get('allow');
    tally.agree(allow === allowedMethods(route), () => `${summary}\nallows ${allow}`);
  };
}

/** The operation that a request asks for, if there is one and no doubt of it. */
function operationOf({ method, path }: HttpDraft): string {
  const [route, ...others] = path.routes;
  const name = `${methodAsked(method.text)} ${route}`;
  const isOne = others.length === 0 && ORACLE_ENDPOINTS.some((endpoint) => endpoint.name === name);
  return isOne ? name : NO_OPERATION;
}

/** What the contract lets be answered; where it leaves a form open there is more than one status. */
function expectedStatuses(draft: HttpDraft): ReadonlySet<number> {
  const { method, host, origin, site, path } = draft;
  if (!method.isKnown) return new Set(METHOD_FORM.test(method.text) ? (path.isUnreadable ? [400, 501] : [501]) : [400]);
  if (path.isUnreadable) return new Set([400]);
  const isOwn = host.isOwn && origin.isOwn && path.isOwn;
  if (!isOwn || site.isForeign === true) return new Set([403]);
  const statuses = new Set(path.routes.flatMap((route) => statusesOf(draft, route)));
  return site.isForeign === 'either' ? statuses.add(403) : statuses;
}

/** `GET` for `HEAD`, which answers the same. */
/** `PRI` is how HTTP/2 begins. */
const METHOD_FORM = /^(?!PRI$)[\w-]+$/;

const methodAsked = (method: string) => (method === 'HEAD' ? 'GET' : method);

/** The methods of a path of the contract, as `Allow` has to list them. */
function allowedMethods(route: string): string {
  const methods = ORACLE_ENDPOINTS.filter(({ name }) => name.split(' ')[1] === route).map(
    ({ name }) => name.split(' ')[0],
  );
  return methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
}

function statusesOf(draft: HttpDraft, route: string | null): number[] {
  if (route === null) return [404];
  const endpoint = ORACLE_ENDPOINTS.find(({ name }) => name === `${methodAsked(draft.method.text)} ${route}`);
  if (!endpoint) return [405];
  if (!endpoint.isPublic && draft.authorization.isValid !== true) {
    return draft.authorization.isValid === 'either' ? [401, ...statusesWithin(draft, endpoint)] : [401];
  }
  return statusesWithin(draft, endpoint);
}

function statusesWithin({ query, path, body, contentType }: HttpDraft, endpoint: OracleEndpoint): number[] {
  const isQuerySound = judgeQuery(endpoint, query, KNOWN.owner).isAccepted;
  if (endpoint.name.startsWith('POST')) return statusesOfPost(isQuerySound, body, contentType.isJson);
  // The page is a document: whether it looks at its query is left open.
  if (endpoint.name === 'GET /docs' && !isQuerySound) return [400, 404];
  if (!isQuerySound) return [400];
  return [path.isFound ? 200 : 404];
}

function statusesOfPost(isQuerySound: boolean, body: string | null, isJson: boolean | 'either'): number[] {
  if (body === null) return [400];
  const verdict = judgeBody(Buffer.from(body));
  const taken = verdict.isAccepted ? [200, 401, 429] : [verdict.status];
  const statuses = isQuerySound ? taken : [400];
  if (isJson === true && isQuerySound) return statuses;
  // Query, type and size are looked at in one step of the contract's order.
  if (isJson === false && isQuerySound) return statuses.includes(413) ? [415, 413] : [415];
  return [...statuses, 415, 413];
}

const PIECES =
  'GET |POST |/health|/api/shops| HTTP/1.1|\r\n|\n|\r|Host: HOST|Content-Length: 3|Transfer-Encoding: chunked|: |\0|' +
  'Connection: close|Expect: 100-continue|Upgrade: x|0\r\n\r\n|{}|%|?|\r\n\r\n|\u00ff|\t| ';

const REQUEST = 'GET /health HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n';

/** Pieces of HTTP in any order, any bytes, and a request of which one byte is another; `HOST` stands for the host. */
const socketNoise: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES.split('|')), { maxLength: 14 }).map((pieces) => pieces.join('')),
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 80 }).map((bytes) => String.fromCharCode(...bytes)),
  fc
    .tuple(fc.nat(60), fc.integer({ min: 0, max: 255 }))
    .map(([at, byte]) => REQUEST.slice(0, at) + String.fromCharCode(byte) + REQUEST.slice(at + 1)),
);

/** The services under attack, and the tally of what was seen. */
type ContractBench = Awaited<ReturnType<typeof openContractBench>>;

const SIGN_INS = ['POST /api/auth/login', 'POST /api/auth/refresh'];

async function openContractBench(run: SuiteRun) {
  const shop = await startStrictService();
  const signIns = await startSignInService();
  for (const { password } of [CREDENTIALS.owner, STAND_IN_CREDENTIALS]) run.keepSecret('password', password);
  for (const token of [...Object.values(shop.tokens), signIns.token]) run.keepSecret('token', token);
  return {
    run,
    /** Before the fixture shop. */
    shop,
    /** On a platform that returns its query. */
    signIns,
    tally: createTally({
      count: (name) => run.count(name),
      found: (kind, sentence) => run.breach(BREACHES[kind], sentence),
      departuresOf: overheard(run, await readDescription(shop)),
    }),
    async stop() {
      writeFileSync(join(run.folder, 'shop.log'), JSON.stringify(shop.records));
      writeFileSync(join(run.folder, 'sign-ins.log'), JSON.stringify(signIns.records));
      await signIns.stop();
      await shop.stop();
    },
  };
}

/** Answers are searched for secrets on the way; those that give a token out are the only ones that may hold one. */
function overheard(run: SuiteRun, departuresOf: DeparturesOf): DeparturesOf {
  return (operation, answer) => {
    if (!SIGN_INS.includes(operation) || answer.status !== 200) run.hear(operation, answer.text);
    return departuresOf(operation, answer);
  };
}
