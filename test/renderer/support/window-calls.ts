import type { Endpoint, ResponseOf } from '../../../shared/contract/endpoint.ts';
import * as contract from '../../../shared/contract/window.ts';

type Contract = typeof contract;

/** The contract's names of calls that only the window may make. */
export type WindowCall = { [N in keyof Contract]: Contract[N] extends Endpoint ? N : never }[keyof Contract];

export type WindowAnswers = { readonly [N in WindowCall]: ResponseOf<Contract[N]> };

const ENDPOINTS = Object.entries(contract).filter(
  (entry): entry is [WindowCall, Contract[WindowCall]] => typeof entry[1] === 'object' && 'path' in entry[1],
);

/** The window call that a request to the service makes, with body, query and id merged; `null` for other requests. */
export function readWindowCall(address: string, init: RequestInit = {}) {
  const { pathname, searchParams } = new URL(address, 'http://127.0.0.1');
  const method = init.method ?? 'GET';
  for (const [name, endpoint] of ENDPOINTS) {
    const found = new RegExp(`^${endpoint.path.replace('{id}', '(\\d+)')}$`).exec(pathname);
    if (found === null || endpoint.method !== method) continue;
    const [, id] = found;
    const query = Object.fromEntries([...searchParams].map(([key, value]) => [key, Number(value)]));
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    return { name, argument: { ...query, ...body, ...(id !== undefined && { id: Number(id) }) } as never };
  }
  return null;
}

export function answerWindowCall(value: unknown): Response {
  return value === null ? new Response(null, { status: 204 }) : Response.json(value);
}

export function refuseWindowCall(status: number, message: string): Response {
  return Response.json({ error: `Status ${status}`, message, status, request_id: 'r-1' }, { status });
}
