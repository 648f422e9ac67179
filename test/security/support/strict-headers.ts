import fc from 'fast-check';
import type { HttpDraft } from './strict-http.ts';
import type { WireRequest } from './strict-wire.ts';

type Headers = WireRequest['headers'];

/** One value in most draws, another of its kind in the rest. */
export const mostly = <T>(usual: T, others: fc.Arbitrary<T>, weight = 12) =>
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

export function hostPart(port: number) {
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

export function originPart(port: number) {
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

export const site = mostly<HttpDraft['site']>(
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

export function authorizationPart(token: string): fc.Arbitrary<Authorization> {
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
