import { expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { plainHasher } from '../store/demo/demo-store.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { NOW, startService } from '../support/running-service.ts';
import { CREDENTIALS, seedFixtureShop } from '../support/shop-fixture.ts';
import { openDatabase } from './open-database.ts';
import { openWayTo } from './way-to-database.ts';

async function startOnCuttable() {
  const way = await openWayTo(await openDatabase());
  const clock = createFixedClock(NOW);
  const store = await openPostgresStore({ url: way.url, clock, connections: 2 });
  await seedFixtureShop(store.db, plainHasher);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
  const service = await startService({ platform, store, clock });
  onTestFinished(async () => {
    await service.stop();
    await store.close();
  });
  return { way, service, token: await service.signIn(CREDENTIALS.owner) };
}

it('calls get a 503 with Retry-After while the database is down, and work again once it is back', async () => {
  const { way, service, token } = await startOnCuttable();
  const products = () => service.send('GET', '/api/products', { token });
  const before = await products();
  expect(before.status).toBe(200);

  await way.cut();
  for (const [method, target, sending] of [
    ['GET', '/api/products', { token }],
    ['GET', '/api/me', { token }],
    ['POST', '/api/auth/login', { body: CREDENTIALS.owner }],
  ] as const) {
    const { status, headers, text } = await service.send(method, target, sending);
    expect({ target, status, wait: headers['retry-after'] }).toEqual({ target, status: 503, wait: '5' });
    expect(text, target).not.toMatch(/127\.0\.0\.1|ECONN|tilldesk_/);
  }
  expect((await service.send('GET', '/health')).status).toBe(200);

  await way.repair();
  expect(await products()).toMatchObject({ status: 200, text: before.text });
  await service.signIn(CREDENTIALS.owner);
});
