import { describe, expect, it, vi } from 'vitest';
import { readApi } from '../../../../renderer/lib/host/api-client.ts';
import { callBridge } from '../../../../renderer/lib/host/bridge-client.ts';
import { ShutOut } from '../../../../renderer/lib/host/window-access.ts';
import { listShops } from '../../../../shared/contract/shops.ts';

const PAGE = { 'Content-Type': 'text/html; charset=utf-8' };
const JSON_BODY = { 'Content-Type': 'application/json' };

function answerWith(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer);
}

describe('a host that no longer admits the window', () => {
  it('is distinguished from one that does not answer', async () => {
    answerWith(async () => new Response('<!doctype html>', { status: 401, headers: PAGE }));

    await expect(callBridge('readSession', {})).rejects.toBeInstanceOf(ShutOut);
    await expect(readApi(listShops)).rejects.toBeInstanceOf(ShutOut);
  });

  it('is distinguished from a session that is over', async () => {
    const body = JSON.stringify({ error: 'Unauthorized', message: 'over', status: 401, request_id: 'r-1' });
    answerWith(async () => new Response(body, { status: 401, headers: JSON_BODY }));

    await expect(readApi(listShops)).rejects.toMatchObject({ name: 'ApiFailure', status: 401 });
  });
});

describe('a call of the bridge', () => {
  it('is unreachable if no answer comes', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')));

    await expect(callBridge('readSession', {})).rejects.toMatchObject({
      failure: { code: 'unreachable', status: null },
    });
  });

  it('has failed, and was not unreachable, if the answer is not JSON', async () => {
    answerWith(async () => new Response('oops', { status: 500 }));

    await expect(callBridge('readSession', {})).rejects.toMatchObject({
      failure: { code: 'failed', status: 500 },
    });
  });
});

describe('a truncated answer', () => {
  const cutOff = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"ok":'));
          controller.error(new TypeError('network error'));
        },
      }),
      { headers: JSON_BODY },
    );

  it('means that the program has gone, and is not an internal error', async () => {
    answerWith(async () => cutOff());
    await expect(callBridge('readSession', {})).rejects.toMatchObject({ failure: { code: 'unreachable' } });
    await expect(readApi(listShops)).rejects.toMatchObject({ name: 'ApiFailure', status: null });
  });
});
