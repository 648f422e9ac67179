import { METHODS } from 'node:http';
import fc from 'fast-check';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { authorizationPart, CONTENT_TYPES, hostPart, mostly, originPart, site } from './strict-headers.ts';
import { drawPath, type PathPart } from './strict-paths.ts';
import type { StrictService } from './strict-service.ts';
import type { WireRequest } from './strict-wire.ts';

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
