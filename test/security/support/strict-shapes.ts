import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { WireAnswer } from './strict-wire.ts';

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
  expectHeader('cache-control', (value) => value === 'no-store');
  expectHeader('x-content-type-options', (value) => value === 'nosniff');
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  if (status !== 204) expectHeader('content-type', (value) => value === type);
  for (const name of HEADERS_OF[status] ?? []) expectHeader(name, (value) => value !== '');
  return breaks;
}

function errorBreaks({ status, headers, text }: WireAnswer): string[] {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null) return ['the body of an error is no JSON object'];
  const { error, message, status: told, request_id, hint, ...others } = body as Record<string, unknown>;
  const breaks: string[] = [];
  if (error === undefined || error !== LABELS[status]) breaks.push(`error is ${error}`);
  if (typeof message !== 'string' || message === '') breaks.push('there is no message');
  if (told !== status) breaks.push(`status is ${told}`);
  if (request_id !== headers.get('x-request-id')) breaks.push('request_id is not that of the header');
  if ((typeof hint === 'string' && hint !== '') !== (status === 401)) breaks.push(`hint is ${hint}`);
  for (const name of Object.keys(others)) breaks.push(`there is a member ${name}`);
  if (/\n\s+at |node_modules|file:|\/home\/|SQLITE|select /i.test(text)) breaks.push('it tells of the inside');
  return breaks;
}

/** What an error says; empty where it says nothing that can be read. */
export function messageOf({ text }: Pick<WireAnswer, 'text'>): string {
  const body = parsed(text);
  const { message } = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Makes a check that an answer has the members of a schema and no others, at any depth. */
export function createFit(schema: TSchema): (body: unknown) => string[] {
  const closed = Compile(closedSchema(schema) as TSchema);
  return (body) =>
    closed.Check(body) ? [] : closed.Errors(body).map((error) => `${error.instancePath} ${error.message}`);
}

function closedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedSchema(value)]));
  return 'properties' in schema ? { ...inner, additionalProperties: false } : inner;
}
