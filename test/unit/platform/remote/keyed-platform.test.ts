import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../../electron/api-client/api-client.ts';
import { createKeyedPlatform } from '../../../../electron/platform/remote/keyed-platform.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { STAND_IN_CALLER as caller } from '../../../support/stand-in-platform.ts';
import { failed, type Told } from './scripted-deployment.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31', start: 0, limit: 250 };
const NO_ORDERS = { body: { start: 0, limit: 250, count: 0, total: 0, data: [], sums: null } };
const NO_SHOPS = { body: { count: 0, total: 0, data: [] } };

/** A service that accepts `status`, with a record of the requested paths. */
function keyedBefore(tell: (path: string) => Told | ApiFailure | undefined = () => undefined) {
  const paths: string[] = [];
  const schema = { type: 'array' };
  const description = { paths: { '/api/orders': { get: { parameters: [{ name: 'status', in: 'query', schema }] } } } };
  const platform = createKeyedPlatform({
    async send(path) {
      paths.push(path);
      const usual = path === '/openapi.json' ? { body: description } : NO_ORDERS;
      const told: Told | ApiFailure = tell(path) ?? usual;
      if (told instanceof ApiFailure) throw told;
      const { status = 200, body } = told;
      return { status, headers: new Headers(), body: new TextEncoder().encode(JSON.stringify(body)) };
    },
    ...{ clock: createFixedClock(0), log: createLogRecorder().log },
  });
  return { platform, paths };
}

describe('createKeyedPlatform', () => {
  it('sends the parameters that the service describes in the form of the contract, and reads the description once', async () => {
    const { platform, paths } = keyedBefore();
    const query = { ...OCTOBER, status: ['complete', 'refunded'] as const };

    await platform.listOrders(caller, { ...query, status: [...query.status] });
    await platform.listOrders(caller, { ...query, status: [...query.status] });

    const asked = '/api/orders?from=2026-10-01&to=2026-10-31&start=0&limit=250&status=complete%2Crefunded';
    expect(paths).toEqual(['/openapi.json', asked, asked]);
  });

  it('reads no description for a list without parameters', async () => {
    const { platform, paths } = keyedBefore(() => NO_SHOPS);

    await platform.listReference(caller, 'shops');

    expect(paths).toEqual(['/api/shops']);
  });

  it.each([
    ['asks to wait', failed(429), 'busy'],
    ['is late', new ApiFailure('timeout'), 'timeout'],
  ])('fails temporarily if the description %s, and reads it again', async (_what, failure, code) => {
    let isFirst = true;
    const { platform, paths } = keyedBefore((path) => {
      if (path !== '/openapi.json' || !isFirst) return undefined;
      isFirst = false;
      return failure;
    });
    const query = { ...OCTOBER, status: ['complete' as const] };

    await expect(platform.listOrders(caller, query)).rejects.toMatchObject({ code });
    expect(await platform.listOrders(caller, query)).toMatchObject({ total: 0 });
    expect(paths.map((path) => path.split('?')[0])).toEqual(['/openapi.json', '/openapi.json', '/api/orders']);
  });

  it.each([404, 500])('treats a %i for the description as no description', async (status) => {
    const { platform, paths } = keyedBefore((path) => (path === '/openapi.json' ? failed(status) : undefined));

    await platform.listOrders(caller, { ...OCTOBER, status: ['complete'] });

    expect(paths).toEqual(['/openapi.json', '/api/orders?from=2026-10-01&to=2026-10-31&start=0&limit=250']);
  });
});
