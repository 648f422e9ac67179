import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPart, usePresence, watchPresence } from '../../../../renderer/lib/host/presence.ts';
import { hostLink } from '../../../../renderer/lib/host/window-access.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { WINDOW_ENDED_HEADER } from '../../../../shared/contract/window-headers.ts';

const answered = async () => Response.json({ ok: true, value: DEFAULT_SETTINGS });
const hanging = () => new Promise<Response>(() => {});
const refused = () => Promise.reject(new TypeError('Failed to fetch'));
const closed = async () =>
  new Response('<!doctype html>', {
    status: 401,
    headers: { 'content-type': 'text/html', [WINDOW_ENDED_HEADER]: '1' },
  });

let answer: () => Promise<Response> = answered;
let asked = 0;
let returns = 0;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  [answer, asked, returns] = [answered, 0, 0];
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return answer();
  });
  stop = watchPresence(() => {
    returns += 1;
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const presence = () => renderHook(usePresence).result.current.kind;

describe('a window', () => {
  it('calls the program once a second while it answers', async () => {
    await pass(10_000);
    expect([presence(), asked >= 9 && asked <= 11]).toEqual(['here', true]);
  });

  it.each([
    ['hangs', hanging],
    ['refuses connections', refused],
  ])('notices within 3 s that the program %s', async (_, gone) => {
    await pass(5_100);
    answer = gone;
    await pass(3_000);
    expect(presence()).toBe('away');
  });

  it('waits for the one answer of a program that hangs, and continues when it arrives', async () => {
    await pass(2_000);
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    await pass(60_000);
    const before = asked;
    answer = answered;
    resolve(await answered());
    await pass(100);
    expect([presence(), returns, asked - before]).toEqual(['here', 1, 0]);
  });

  it('says immediately that its program has ended, until a proof that it is back', async () => {
    await pass(2_000);
    answer = refused;
    hostLink.setState({ hasEnded: true });
    expect(presence()).toBe('ended');
    await pass(10_000);
    expect(presence()).toBe('ended');
    hostLink.setState({ saysRestarted: true });
    expect(renderHook(usePresence).result.current).toEqual({ kind: 'ended', saysRestarted: true });
    answer = answered;
    hostLink.setState({ hasEnded: false, saysRestarted: false });
    await pass(1_300);
    expect([presence(), returns]).toEqual(['here', 1]);
  });

  it('stops calling if it was closed because its address was used twice', async () => {
    await pass(1_000);
    answer = closed;
    await pass(1_300);
    const before = asked;
    await pass(10_000);
    expect(renderHook(usePresence).result.current).toEqual({
      kind: 'shut-out',
      wasOpenedTwice: true,
    });
    expect(asked).toBe(before);
  });
});

describe('a part of the window', () => {
  it('is loaded once the program is back if it could not be fetched before', async () => {
    answer = refused;
    await pass(1_000);
    let fetched: unknown = null;
    void fetchPart(async () => (await answer()).status).then((status) => {
      fetched = status;
    });
    await pass(60_000);
    expect(fetched).toBeNull();
    answer = answered;
    await pass(1_300);
    expect(fetched).toBe(200);
  });
});
