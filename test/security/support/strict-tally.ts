import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { departuresFrom } from '../../support/contract-check.ts';
import type { RunningService } from '../../support/running-service.ts';
import { jsonOf } from './oracle-body.ts';
import type { Wire, WireAnswer, WireRequest } from './strict-wire.ts';

/** What must not come of any request. */
export const BREACHES = {
  fault: 'server errors',
  shape: 'answers out of shape',
  schema: 'answers that the description does not know',
  difference: 'differences from the oracle',
} as const;

/** Collects what is sent, answered and found. */
interface TallyReport {
  count(name: 'requests' | 'requests accepted'): void;
  found(kind: keyof typeof BREACHES, sentence: string): void;
  /** What an answer lacks or has too much by the interface description. */
  departuresOf(operation: string, answer: WireAnswer): readonly string[];
}

/** Counts requests and what is wrong with their answers, and goes on. */
export interface Tally {
  /** Sends, and holds the answer to the shape and schema of its status. Status 0 where there is none. */
  send(wire: Wire, request: WireRequest, operation: string): Promise<WireAnswer>;
  /** The same for an answer that did not come by `send`. */
  take(answer: WireAnswer | null, operation: string, request?: Pick<WireRequest, 'method' | 'target'>): WireAnswer;
  /** Reports where program and oracle differ. */
  agree(isSo: boolean, difference: () => string): void;
}

const NO_ANSWER: WireAnswer = { status: 0, headers: new Map(), text: '' };

export function createTally({ count, found, departuresOf }: TallyReport): Tally {
  const take: Tally['take'] = (answer, operation, request) => {
    count('requests');
    if (answer === null) {
      found('shape', `${operation}: no answer to ${request?.method} ${request?.target.slice(0, 300)}`);
      return NO_ANSWER;
    }
    const { status, text } = answer;
    const summary = `${operation}: ${status} ${text.slice(0, 300)}`;
    if (status < 300) count('requests accepted');
    if (status >= 500 && status !== 501) found('fault', summary);
    const isHead = request?.method === 'HEAD';
    for (const sentence of shapeBreaks(answer, isHead, request?.target.includes('/docs'))) {
      found('shape', `${sentence} in ${summary}`);
    }
    for (const sentence of isHead ? [] : departuresOf(operation, answer)) {
      found('schema', `${sentence} in ${summary}`);
    }
    return answer;
  };

  return {
    take,
    send: async (wire, request, operation) => take(await wire.send(request), operation, request),
    agree(isSo, difference) {
      if (!isSo) found('difference', difference());
    },
  };
}

/** Where `actual` departs from `expected`, member by member; empty when it does not. */
export function departures(actual: Record<string, unknown>, expected: Record<string, unknown>): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => !isDeepStrictEqual(actual[name], value))
    .map(([name, value]) => `${name} is ${shown(actual[name])} and not ${shown(value)}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 400);
}

/** Status labels as clients read them, by hand from the contract's table. */
export const LABELS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Headers that only some statuses carry. */
const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after', 'ratelimit', 'ratelimit-policy'],
};

/** How an answer departs from the one shape that its status has; empty when it does not. */
export function shapeBreaks(answer: WireAnswer, isHead = false, isPage = false): string[] {
  const breaks = headerBreaks(answer, isPage && answer.status === 200);
  if (!(answer.status >= 200 && answer.status < 300) && !isHead) breaks.push(...errorBreaks(answer));
  if (isHead && answer.text !== '') breaks.push('a HEAD answer has a body');
  return breaks;
}

function headerBreaks({ status, headers }: WireAnswer, isPage: boolean): string[] {
  const breaks: string[] = [];
  const expectHeader = (name: string, isSound: (value: string) => boolean) => {
    const value = headers.get(name);
    if (value === undefined || !isSound(value)) breaks.push(`${name} is ${value}`);
  };
  expectHeader('x-request-id', (value) => value.length >= 16);
  expectHeader('cache-control', (value) => value === (isPage ? 'no-cache' : 'no-store'));
  expectHeader('x-content-type-options', (value) => value === 'nosniff');
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  if (status !== 204) expectHeader('content-type', (value) => value === type);
  for (const name of HEADERS_OF[status] ?? []) expectHeader(name, (value) => value !== '');
  return breaks;
}

function errorBreaks({ status, headers, text }: WireAnswer): string[] {
  const body = jsonOf(text);
  if (typeof body !== 'object' || body === null) return ['the body of an error is no JSON object'];
  const { error, message, status: givenStatus, request_id, hint, ...others } = body as Record<string, unknown>;
  const breaks: string[] = [];
  if (error === undefined || error !== LABELS[status]) breaks.push(`error is ${error}`);
  if (typeof message !== 'string' || message === '') breaks.push('there is no message');
  if (givenStatus !== status) breaks.push(`status is ${givenStatus}`);
  if (request_id !== headers.get('x-request-id')) breaks.push('request_id is not that of the header');
  if ((typeof hint === 'string' && hint !== '') !== (status === 401)) breaks.push(`hint is ${hint}`);
  for (const name of Object.keys(others)) breaks.push(`there is a member ${name}`);
  if (/\n\s+at |node_modules|file:|\/home\/|SQLITE|select /i.test(text)) breaks.push('it tells of the inside');
  return breaks;
}

/** What an error says; empty where it says nothing that can be read. */
export function messageOf({ text }: Pick<WireAnswer, 'text'>): string {
  const body = jsonOf(text);
  const { message } = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

/** For a request of which it is not clear what it asks for. */
export const NO_OPERATION = '*';

type Node = Readonly<Record<string, unknown>>;
type Fit = (body: unknown) => readonly string[];
/** What is wrong with an answer to an operation, by its status, headers apart. */
export type DeparturesOf = (operation: string, answer: WireAnswer) => readonly string[];

/** Reads the interface description that a service gives out, and holds answers against it. */
export async function readDescription(service: Pick<RunningService, 'send'>): Promise<DeparturesOf> {
  const { status, text } = await service.send('GET', '/openapi.json');
  if (status !== 200) throw new Error(`GET /openapi.json: ${status}`);
  const document: Node = JSON.parse(text);
  const fits = new Map<string, Fit>();

  const fitOf = (operation: string, status: number): Fit => {
    const key = `${operation} ${status}`;
    const known = fits.get(key) ?? createResponseFit(document, operation, status);
    fits.set(key, known);
    return known;
  };

  return (operation, { status, headers, text: body }) => {
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    if (operation === NO_OPERATION && (!isJson || status < 400)) return [];
    const value = isJson ? jsonOf(body) : undefined;
    return fitOf(operation, status)(value);
  };
}

function createResponseFit(document: Node, operation: string, status: number): Fit {
  const schema = schemaOf(document, operation, status);
  if (schema === null) return () => [`${operation} has no status ${status} in the description`];
  if (schema === undefined) return () => [];
  const whole = resolved(document, schema) as TSchema;
  return (body) => departuresFrom(whole, body);
}

/** Null: the status is not described; undefined: it has no JSON body. */
function schemaOf(document: Node, operation: string, status: number): unknown {
  if (operation === NO_OPERATION) return at(document, ['components', 'schemas', 'ErrorBody']);
  const [method = '', path = ''] = operation.split(' ');
  const response = at(document, ['paths', path, method.toLowerCase(), 'responses', String(status)]);
  if (response === undefined) return null;
  return at(resolved(document, response), ['content', 'application/json', 'schema']);
}

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isNode(inner) ? inner[name] : undefined), node);
}

/** With what its references name in their place. */
function resolved(document: Node, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item));
  if (!isNode(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return resolved(document, at(document, $ref.split('/').slice(1)));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(document, inner)]));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
