import { METHODS } from 'node:http';
import fc from 'fast-check';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { drawPath, type PathPart } from './strict-paths.ts';
import type { StrictService } from './strict-service.ts';
import type { WireRequest } from './strict-wire.ts';

/** One value in most draws, another of its kind in the rest. */
const mostly = <T>(usual: T, others: fc.Arbitrary<T>, weight = 12) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

const HOSTS =
  '|127.0.0.1|localhost|localhost:1|evil.example|evil.example:PORT|[::1]:PORT|127.0.0.1:PORT.evil.example|LOCALHOST:PORT|' +
  '0.0.0.0:PORT|127.1:PORT|2130706433:PORT|localhost.:PORT|127.0.0.1:0PORT|user@127.0.0.1:PORT|127.0.0.1:PORT/x|' +
  '127.0.0.1:PORT,evil.example|127.0.0.1:PORT 127.0.0.1:PORT|127.0.0.1%3APORT|127.0.0.1:PORT#|xn--localhost:PORT';
const ORIGINS =
  '|null|file://|app://bundle|app://.|http://127.0.0.1|https://127.0.0.1:PORT|http://127.0.0.1:PORT/|HTTP://127.0.0.1:PORT|' +
  'http://localhost|http://localhost:PORT.evil.example|http://evil.example|http://evil.example:PORT|127.0.0.1:PORT|*|' +
  'http://127.0.0.1:PORT http://evil.example|http://user@127.0.0.1:PORT|chrome-extension://abc|http://[::1]:PORT|' +
  'http://0.0.0.0:PORT|vscode-webview://x|http://127.0.0.1:PORT, http://127.0.0.1:PORT';

function hostPart(port: number) {
  const own = ['127.0.0.1', 'localhost'].map((name) => ({
    headers: [['Host', `${name}:${port}`]] as Headers,
    isOwn: true,
  }));
  const foreign = HOSTS.split('|').map((host) => ({
    headers: [['Host', host.replaceAll('PORT', String(port))]] as Headers,
    isOwn: false,
  }));
  const [first] = own;
  const twice = { headers: [...(first?.headers ?? []), ...(first?.headers ?? [])], isOwn: false };
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom({ headers: [], isOwn: false }, twice, ...foreign) },
  );
}

function originPart(port: number) {
  const written = (origin: string) => [['Origin', origin.replaceAll('PORT', String(port))]] as Headers;
  const own = ['http://127.0.0.1:PORT', 'http://localhost:PORT'].map((origin) => ({
    headers: written(origin),
    isOwn: true,
  }));
  const foreign = ORIGINS.split('|').map((origin) => ({ headers: written(origin), isOwn: false }));
  const both = {
    headers: [...written('http://127.0.0.1:PORT'), ...written('http://evil.example')],
    isOwn: false,
  };
  return mostly({ headers: [], isOwn: true }, fc.constantFrom(...own, ...own, ...own, ...foreign, both), 8);
}

const site = mostly<HttpDraft['site']>(
  { headers: [], isForeign: false },
  fc.constantFrom<HttpDraft['site'][]>(
    { headers: [['Sec-Fetch-Site', 'cross-site']], isForeign: true },
    { headers: [['Sec-Fetch-Site', 'same-site']], isForeign: true },
    {
      headers: [
        ['Sec-Fetch-Site', 'same-origin'],
        ['Sec-Fetch-Site', 'cross-site'],
      ],
      isForeign: true,
    },
    { headers: [['Sec-Fetch-Site', 'Cross-Site']], isForeign: 'either' },
    { headers: [['Sec-Fetch-Site', 'same-origin']], isForeign: false },
    { headers: [['Sec-Fetch-Site', 'none']], isForeign: false },
    { headers: [['Sec-Fetch-Site', '']], isForeign: false },
  ),
);

/** `@` stands for the token of a user. */
const TOKEN_FORMS = 'Bearer @|bearer @|BEARER   @';
const WRONG_TOKEN_FORMS =
  '|@|Token @|Basic @|Basic b3duZXI6eA==|Bearer|Bearer@|Bearer "@"|Bearer @ @|Bearer @, Bearer @|Bearer @x|Bearer x@|' +
  'Bearer @;x=1|Bearer @=x|Bearer: @|Digest @|Bearer null|Bearer undefined|Bearer 0|Bearer %54|Bearer \u00e9|' +
  "Bearer ' OR 1=1 --|Bearer ../../@|Bearer tdk_|Bearer tdk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA|" +
  'Bearer tdk_0123456789abcdefghijklmnopqrst000000|Bearer TDK_0123456789abcdefghijklmnopqrst000000|' +
  `Bearer ${'x'.repeat(5_000)}|Bearer tdk_${'0'.repeat(3_000)}`;

type Authorization = HttpDraft['authorization'];

function authorizationPart(token: string): fc.Arbitrary<Authorization> {
  const written = (form: string, isValid: Authorization['isValid'], name = 'Authorization') => ({
    headers: [[name, form.replaceAll('@', token)]] as Headers,
    isValid,
  });
  const usual = written('Bearer @', true);
  return mostly<Authorization>(
    usual,
    fc.constantFrom<Authorization[]>(
      ...TOKEN_FORMS.split('|').map((form) => written(form, true)),
      ...WRONG_TOKEN_FORMS.split('|').map((form) => written(form, false)),
      ...['Proxy-Authorization', 'X-Api-Key', 'Cookie'].map((name) => written('Bearer @', false, name)),
      written('Bearer\t@', 'either'),
      { headers: [...usual.headers, ...usual.headers], isValid: false },
      { headers: [], isValid: false },
    ),
    3,
  );
}

const JSON_TYPES =
  'application/json|application/json; charset=utf-8|Application/JSON;charset="UTF-8"|APPLICATION/JSON|application/json;charset=utf-8|' +
  'application/json ; charset=UTF-8';
/** Forms of which the contract does not say what they are. */
const OPEN_TYPES =
  'application/json;|application/json; |application/json;;|application/json; charset=utf8|application/json ;';
const OTHER_TYPES =
  '|text/plain|text/plain; charset=utf-8|text/json|application/jsonp|application/json5|application/ld+json|' +
  'application/vnd.api+json|application/problem+json|application/json-patch+json|application/x-json|application/jsonx|' +
  'xapplication/json|application/json/x|application|json|/json|application/|*/*|application/*|text/html|' +
  'application/x-www-form-urlencoded|multipart/form-data; boundary=x|application/octet-stream|application/xml|' +
  'application/json; charset=latin1|application/json; charset=utf-16|application/json; charset=utf-8; x=1|' +
  'application/json; x=application/json|text/plain; application/json|application/json, text/plain|text/plain, application/json|' +
  'application\\json|application /json|application/ json|"application/json"|application/json\u00a0|application/json; charset|' +
  'application/json; charset=|null|undefined|application%2Fjson|image/svg+xml|application/cbor|application/graphql';

const typed = (isJson: boolean | 'either') => (type: string) => ({
  headers: [['Content-Type', type]] as Headers,
  isJson,
});
export const CONTENT_TYPES: readonly HttpDraft['contentType'][] = [
  ...JSON_TYPES.split('|').map(typed(true)),
  ...OPEN_TYPES.split('|').map(typed('either')),
  ...OTHER_TYPES.split('|').map(typed(false)),
  { headers: [], isJson: false },
  ...['gzip', 'deflate', 'br', 'x', 'identity, gzip', 'gzip, identity'].map((encoding) => ({
    headers: [...typed(true)('application/json').headers, ['Content-Encoding', encoding]] as Headers,
    isJson: false,
  })),
  { headers: [...typed(true)('application/json').headers, ['Content-Encoding', 'identity']], isJson: true },
];

type Headers = WireRequest['headers'];

/** A request in parts, each with what it is by the contract. */
export interface HttpDraft {
  readonly method: { readonly text: string; readonly isKnown: boolean };
  readonly path: PathPart;
  /** Without `?`. */
  readonly query: string;
  readonly host: { readonly headers: Headers; readonly isOwn: boolean };
  readonly origin: { readonly headers: Headers; readonly isOwn: boolean };
  readonly site: { readonly headers: Headers; readonly isForeign: boolean | 'either' };
  readonly authorization: { readonly headers: Headers; readonly isValid: boolean | 'either' };
  readonly contentType: { readonly headers: Headers; readonly isJson: boolean | 'either' };
  readonly noise: Headers;
  readonly body: string | null;
}

export function requestOf(draft: HttpDraft): WireRequest {
  const { method, path, query, host, origin, site, authorization, contentType, noise, body } = draft;
  const hasBody = method.text === 'POST' && body !== null;
  const length = ['Content-Length', String(Buffer.byteLength(body ?? ''))] as const;
  return {
    method: method.text,
    target: query === '' ? path.target : `${path.target}?${query}`,
    headers: [
      ...host.headers,
      ...origin.headers,
      ...site.headers,
      ...authorization.headers,
      ...noise,
      ...(hasBody ? [...contentType.headers, length] : []),
    ],
    ...(hasBody && { body }),
  };
}

const UNKNOWN_METHODS = 'get|Get|FETCH|GETT|G|HEAD1|X-GET|PRI|SELECT|gET|POST\u0000|G\u00c9T'.split('|');

const known = METHODS.filter((method) => method !== 'CONNECT');
const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ text: 'GET', isKnown: true }) },
  { weight: 3, arbitrary: fc.constant({ text: 'HEAD', isKnown: true }) },
  { weight: 6, arbitrary: fc.constant({ text: 'POST', isKnown: true }) },
  { weight: 4, arbitrary: fc.constantFrom(...known).map((text) => ({ text, isKnown: true })) },
  { weight: 1, arbitrary: fc.constantFrom(...UNKNOWN_METHODS).map((text) => ({ text, isKnown: false })) },
);

/** Headers that other servers may follow and this one does not. */
const NOISE: readonly Headers[] = [
  [],
  [],
  [['X-HTTP-Method-Override', 'DELETE']],
  [
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-For', '10.0.0.1'],
    ['Forwarded', 'host=evil.example'],
  ],
  [
    ['X-Original-URL', '/api/me'],
    ['X-Rewrite-URL', '/api/me'],
  ],
  [
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'gzip, br'],
    ['Accept-Charset', 'utf-16'],
  ],
  [
    ['Range', 'bytes=0-1'],
    ['If-Range', '"x"'],
  ],
  [
    ['If-None-Match', '*'],
    ['If-Modified-Since', 'Sat, 21 Nov 2026 12:00:00 GMT'],
    ['If-Match', '"x"'],
  ],
  [
    ['Cookie', 'session=1; token=2'],
    ['Access-Control-Request-Method', 'GET'],
  ],
  [
    ['X-Request-Id', 'mine'],
    ['Traceparent', '00-x'],
  ],
  [
    ['Referer', 'http://evil.example/'],
    ['User-Agent', ''],
  ],
  [
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'x'],
  ],
];

const GOOD_BODY = JSON.stringify(CREDENTIALS.owner);
const body = fc.oneof(
  { weight: 6, arbitrary: fc.constant(GOOD_BODY) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, '{}', '[]', 'x', GOOD_BODY.replace('{', '{"x":1,'), ' '.repeat(17_000)),
  },
);

/** Requests of which every part may be right or wrong. */
export function drawHttp(service: StrictService): fc.Arbitrary<HttpDraft> {
  const { port, tokens } = service;
  const query = mostly('', fc.constantFrom('x=1', '&', 'access_token=x', 'limit=0', 'from=never'), 8);
  return fc
    .record({
      method,
      path: drawPath(port),
      query,
      host: hostPart(port),
      origin: originPart(port),
      site,
      authorization: authorizationPart(tokens.owner),
      contentType: fc.constantFrom(...CONTENT_TYPES),
      noise: fc.constantFrom(...NOISE),
      body,
    })
    .map((draft) => ({
      ...draft,
      query: [draft.path.query, draft.query].filter((part) => part !== '').join('&'),
    }));
}
