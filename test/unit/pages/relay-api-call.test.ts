import { describe, expect, it } from 'vitest';
import { relayApiCall } from '../../../electron/pages/relay-api-call.ts';
import type { UiCore } from '../../../electron/pages/ui-host.ts';
import { ApiFailure, type ApiFailureCode } from '../../../electron/session/api-failure.ts';
import { leavingTargets } from './leaving-targets.ts';

function coreThat(read: UiCore['read'] = answerOk) {
  const asked: string[] = [];
  const core: UiCore = {
    handle: async () => ({ ok: true, value: null }),
    read: (target) => {
      asked.push(target);
      return read(target);
    },
  };
  return { core, asked };
}

const answerOk: UiCore['read'] = async () => ({
  status: 200,
  headers: new Headers(),
  body: new TextEncoder().encode('{}'),
});

describe('relayApiCall', () => {
  it.each([...leavingTargets(), '/health', '/apiary', '/api', '//evil.example/api/', 'api/shops'])(
    'answers %s with a 404 of the usual form and reads nothing',
    async (target) => {
      const { core, asked } = coreThat();
      const { status, body } = await relayApiCall(core, target);
      expect([status, asked]).toEqual([404, []]);
      expect(JSON.parse(String(body))).toMatchObject({ error: 'Not Found', status: 404 });
    },
  );

  it.each([
    '/api/shops',
    '/api/products?q=../..',
    '/api/products?q=a\\b',
    '/api/products/...',
    '/api/products/a%2fb',
    '/api/products/1.5',
  ])('reads %s as it is', async (target) => {
    const { core, asked } = coreThat();
    expect((await relayApiCall(core, target)).status).toBe(200);
    expect(asked).toEqual([target]);
  });

  it.each<ApiFailureCode>(['unreachable', 'timeout', 'cancelled', 'invalid_answer'])(
    'answers %s of our own service with 503',
    async (code) => {
      const { core } = coreThat(() => Promise.reject(new ApiFailure(code)));
      expect((await relayApiCall(core, '/api/shops')).status).toBe(503);
    },
  );

  it('leaves a 502 that the service answers as it is', async () => {
    const { core } = coreThat(async (target) => ({ ...(await answerOk(target)), status: 502 }));
    expect((await relayApiCall(core, '/api/shops')).status).toBe(502);
  });
});
