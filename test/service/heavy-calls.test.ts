import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from '../../electron/platform/platform.ts';
import { connectAssistant, makeApiKey } from '../support/assistant.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { waitFor } from '../support/wait-for.ts';

const PAGE = { rows: [], total: 0 };
const HEAVY = '/api/products?limit=200';
const LIGHT = '/api/products?limit=100';

let service: SignedInService;
/** Limits of the pages that the platform was asked for. It answers big ones on release, one at a time. */
let asked: number[];
let answerNext: () => void;

beforeEach(async () => {
  asked = [];
  const waiting: (() => void)[] = [];
  answerNext = () => waiting.shift()?.();
  const searchProducts: Platform['searchProducts'] = async (_, { limit }) => {
    asked.push(limit);
    if (limit > 100) await new Promise<void>((resolve) => waiting.push(resolve));
    return PAGE;
  };
  service = await startStandInService({ methods: { searchProducts } });
});
afterEach(() => service.stop());

const read = async (target: string, token = service.token) => (await service.send('GET', target, { token })).status;
const bigPages = () => asked.filter((limit) => limit > 100).length;

/** Answers all waiting calls, including those queued behind them. */
async function drain<Answer>(calls: readonly Promise<Answer>[]): Promise<Answer[]> {
  const all = Promise.all(calls);
  let isOver = false;
  void all.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    answerNext();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all;
}

describe('a user with many heavy calls', () => {
  it('gets two calls answered at a time; the others wait, and none is refused', async () => {
    const calls = Array.from({ length: 40 }, () => read(HEAVY));
    await waitFor(() => expect(bigPages()).toBe(2));
    expect(await read(LIGHT)).toBe(200);
    expect(bigPages()).toBe(2);
    answerNext();
    await waitFor(() => expect(bigPages()).toBe(3));
    expect(new Set(await drain(calls))).toEqual(new Set([200]));
  });

  it('does not delay callers with another token, even of the same user', async () => {
    const other = await service.signIn(STAND_IN_CREDENTIALS);
    const calls = Array.from({ length: 5 }, () => read(HEAVY));
    await waitFor(() => expect(bigPages()).toBe(2));
    calls.push(read(HEAVY, other));
    await waitFor(() => expect(bigPages()).toBe(3));
    expect(await read(LIGHT, other)).toBe(200);
    await drain(calls);
  });

  it('gets two tool calls answered at a time, like any others', async () => {
    const key = await makeApiKey(service, STAND_IN_CALLER);
    const assistants = await Promise.all(Array.from({ length: 5 }, () => connectAssistant(service, key)));
    const calls = assistants.map((one) => one.callTool({ name: 'search_products', arguments: { limit: 200 } }));
    await waitFor(() => expect(bigPages()).toBe(2));
    // A call that was admitted too early would reach the platform before a call that never waits is answered.
    await assistants[0]?.callTool({ name: 'search_products', arguments: { limit: 100 } });
    expect(bigPages()).toBe(2);
    answerNext();
    await waitFor(() => expect(bigPages()).toBe(3));
    expect((await drain(calls)).map(({ isError }) => isError ?? false)).toEqual(calls.map(() => false));
    await Promise.all(assistants.map((one) => one.close()));
  });

  it('causes no more work after disconnecting', async () => {
    const calls = [read(HEAVY), read(HEAVY)];
    await waitFor(() => expect(bigPages()).toBe(2));
    const head = `GET ${HEAVY} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token}`;
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n`, () => socket.destroy());
    });
    await waitFor(() => expect(service.records.at(-1)).toMatchObject({ status: 499 }));
    await drain([...calls, read(HEAVY)]);
    expect(bigPages()).toBe(3);
  });

  it('causes no more work after the window gives up a call', async () => {
    const headers = { authorization: `Bearer ${service.token}` };
    const readInWindow = async (signal?: AbortSignal) =>
      (await service.window.send({ method: 'GET', path: HEAVY, headers, ...(signal && { signal }) })).status;
    const calls = [readInWindow(), readInWindow()];
    await waitFor(() => expect(bigPages()).toBe(2));
    const givenUp = new AbortController();
    const abandoned = readInWindow(givenUp.signal);
    givenUp.abort();
    await expect(abandoned).rejects.toMatchObject({ code: 'cancelled' });
    await drain([...calls, readInWindow()]);
    expect(bigPages()).toBe(3);
    const { entries } = service.journal.read({ reader: STAND_IN_CALLER, after: 0 });
    expect(entries.map(({ status, error }) => [status, error])).toContainEqual([499, null]);
  });
});
