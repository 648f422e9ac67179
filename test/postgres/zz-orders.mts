const root = process.argv[2];
const { startCluster } = await import(`${root}/test/postgres/cluster/start-cluster.ts`);
const { findPostgres } = await import(`${root}/scripts/testing/find-postgres.ts`);
const { openPostgresStore } = await import(`${root}/electron/store/open-postgres-store.ts`);
const { insertOrders } = await import(`${root}/electron/store/orders/order-writer.ts`);
const { furtherOrder } = await import(`${root}/test/support/copied-order.ts`);
const { seedFixtureShop, ORDER } = await import(`${root}/test/support/shop-fixture.ts`);
const c = await startCluster(findPostgres());
const store = await openPostgresStore({ url: c.url });
await seedFixtureShop(store.db);
const times: number[] = [];
for (let n = 0; n < 400; n += 1) { const t = performance.now(); await insertOrders(store.db, [furtherOrder(ORDER.saleWithTip, n)]); times.push(performance.now() - t); }
times.sort((a, b) => a - b);
console.log(root, 'orders: median', times[200].toFixed(2), 'p90', times[360].toFixed(2), 'min', times[0].toFixed(2));
const reads: number[] = [];
const { createEmbeddedPlatform } = await import(`${root}/electron/platform/embedded/embedded-platform.ts`);
const { CALLER } = await import(`${root}/test/support/shop-fixture.ts`);
const { cheapHasher } = await import(`${root}/test/support/cheap-cost.ts`);
const { systemClock } = await import(`${root}/electron/base/clock.ts`);
const p = createEmbeddedPlatform({ db: store.db, clock: systemClock, hasher: cheapHasher });
for (let n = 0; n < 400; n += 1) { const t = performance.now(); await p.listOrders(CALLER.owner, { start: 0, limit: 20, from: '2026-01-01', to: '2026-12-31' } as any).catch(() => {}); reads.push(performance.now() - t); }
reads.sort((a, b) => a - b);
console.log(root, 'reads: median', reads[200].toFixed(2), 'p90', reads[360].toFixed(2), 'min', reads[0].toFixed(2));
await store.close(); await c.stop();
