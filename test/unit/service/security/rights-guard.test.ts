import { describe, expect, it } from 'vitest';
import { addEndpoint } from '../../../../electron/service/routes/add-endpoint.ts';
import { requireRecord } from '../../../../electron/service/routes/known-ids.ts';
import { checkRights } from '../../../../electron/service/security/request-guard.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { listWebhooks, readWebhook, subscribeWebhook } from '../../../../shared/contract/webhooks.ts';
import { startBareService } from '../../../support/bare-service.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { openPerFile } from '../../../support/test-scope.ts';

let handled = 0;

const service = await openPerFile(() =>
  startBareService((app) => {
    const empty = () => {
      handled += 1;
      return { count: 0, total: 0, data: [] };
    };
    addEndpoint(app, listShops, empty);
    addEndpoint(app, listWebhooks, empty);
    addEndpoint(app, readWebhook, ({ id }) => requireRecord<Webhook>('webhook', id, null));
    addEndpoint(app, subscribeWebhook, () => {
      throw new Error('nobody gets here');
    });
  }),
);

const statusOf = async (method: string, target: string, token?: string, body?: unknown) =>
  (await service.send(method, target, { ...(token !== undefined && { token }), body })).status;

describe('an endpoint for managers', () => {
  it.each(['owner', 'accountant'])('is open to the role %s', async (role) => {
    expect(await statusOf('GET', listWebhooks.path, role)).toBe(200);
  });

  it.each(['staff', 'no-role'])('is closed to %s, with a plain message and before anything is done', async (role) => {
    handled = 0;
    const { status, text } = await service.send('GET', listWebhooks.path, { token: role });
    expect([status, handled]).toEqual([403, 0]);
    expect(JSON.parse(text)).toMatchObject({ error: 'Forbidden', message: 'Only owners and accountants may do this.' });
  });

  it('is closed to HEAD too', async () => {
    expect(await statusOf('HEAD', listWebhooks.path, 'staff')).toBe(403);
  });

  it('checks the token before the rights', async () => {
    for (const token of [undefined, 'unknown']) {
      expect(await statusOf('GET', listWebhooks.path, token)).toBe(401);
      expect(await statusOf('POST', subscribeWebhook.path, token, {})).toBe(401);
    }
  });

  it.each<[what: string, method: string, target: string, body: unknown, otherwise: number]>([
    ['parameters', 'GET', `${listWebhooks.path}?unknown=1`, undefined, 400],
    ['the body', 'POST', subscribeWebhook.path, '{', 400],
    ['members', 'POST', subscribeWebhook.path, { secret: 'x' }, 400],
    ['the record', 'GET', '/api/webhooks/1', undefined, 404],
  ])('checks the rights before %s', async (_, method, target, body, otherwise) => {
    expect(await statusOf(method, target, 'staff', body)).toBe(403);
    expect(await statusOf(method, target, 'owner', body)).toBe(otherwise);
  });

  it('is 404 or 405 for everybody if there is no such path or method', async () => {
    expect(await statusOf('GET', '/api/webhooks/x', 'staff')).toBe(404);
    expect(await statusOf('DELETE', '/api/webhooks', 'staff')).toBe(405);
  });
});

describe('an endpoint for users', () => {
  it.each(['owner', 'accountant', 'staff', 'no-role'])('is open to %s', async (role) => {
    expect(await statusOf('GET', listShops.path, role)).toBe(200);
  });
});

describe('checkRights', () => {
  it('refuses a route that does not declare who may call it', () => {
    expect(() => checkRights(undefined, STAND_IN_CALLER)).toThrow('Only owners');
  });
});
