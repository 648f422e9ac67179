import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { createExporter } from '../../../../electron/exports/exporter.ts';
import { createThreadedExporter } from '../../../../electron/exports/threads/threaded-exporter.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from '../../../../electron/platform/embedded/password-hasher.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import type { ExportRequest } from '../../../../shared/contract/bridge.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { CHEAP_COST } from '../../../support/fixture-platform.ts';
import { CALLER, seedFixtureShop } from '../../../support/shop-fixture.ts';
import { createStandInPlatform } from '../../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { Fate } from './mortal-export-thread.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const EXPORT_THREAD = here('../../../../electron/export-thread.ts');
const MORTAL_THREAD = here('./mortal-export-thread.ts');

const clock = createFixedClock('2026-11-01T12:00:00+01:00');
const PRICES: ExportRequest = { dataset: 'price-list', filters: {}, language: 'nl' };
const DISCOUNTS: ExportRequest = {
  dataset: 'discount-orders',
  filters: { from: '2026-10-01', to: '2026-10-31', include_negative: 'true' },
  language: 'nl',
};

/** The fixture shop in a file, an exporter in a thread over it and one without, and a folder to save in. */
async function fixtureExporters() {
  const file = join(temporaryFolder(), 'tilldesk.sqlite');
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(store.db, hasher);
  const ground = { platform: createEmbeddedPlatform({ db: store.db, clock, hasher }), clock };
  const threaded = createThreadedExporter(ground, { script: EXPORT_THREAD, data: { file } });
  onTestFinished(threaded.close);
  return { store, threaded, plain: createExporter(ground), folder: temporaryFolder() };
}

function mortalExporter(fate: Fate) {
  const ground = { platform: createStandInPlatform(), clock };
  const exporter = createThreadedExporter(ground, { script: MORTAL_THREAD, data: fate });
  onTestFinished(exporter.close);
  return exporter;
}

describe('an export in a thread', { timeout: 30_000 }, () => {
  it.each([
    ['the price list', PRICES, 'owner'],
    ['the discounted orders of a location', DISCOUNTS, 'staff'],
    ['the report', { ...DISCOUNTS, dataset: 'financial-report', filters: { from: '2026-10-05' } }, 'owner'],
  ] as const)('writes %s as it is written without one', async (_name, request, user) => {
    const { threaded, plain, folder } = await fixtureExporters();
    const [one, other] = [join(folder, 'one.csv'), join(folder, 'other.csv')];

    const written = await threaded.run(request, CALLER[user], one);

    expect(written).toEqual(await plain.run(request, CALLER[user], other));
    expect(written.rows).toBeGreaterThan(1);
    const withoutMoment = (path: string) =>
      readFileSync(path, 'utf8').replace(/20\d\d-\d\d-\d\d \d\d:.*/, '');
    expect(withoutMoment(one)).toBe(withoutMoment(other));
    expect(readdirSync(folder)).toEqual(['one.csv', 'other.csv']);
  });

  it('reads what was committed last', async () => {
    const { store, threaded, folder } = await fixtureExporters();
    await store.db.updateTable('products').set({ title: 'Peer' }).where('sku', '=', 'APPEL').execute();

    await threaded.run(PRICES, CALLER.owner, join(folder, 'list.csv'));

    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toContain('\r\nAPPEL;Peer;');
  });

  it('saves five files that were asked for at once', async () => {
    const { threaded, folder } = await fixtureExporters();
    const names = ['1.csv', '2.csv', '3.csv', '4.csv', '5.csv'];

    await Promise.all(names.map((name) => threaded.run(PRICES, CALLER.owner, join(folder, name))));

    expect(readdirSync(folder)).toEqual(names);
    expect(new Set(names.map((name) => readFileSync(join(folder, name), 'utf8'))).size).toBe(1);
  });

  it.each([
    [
      { ...PRICES, filters: { stock: 'some' } },
      'list.csv',
      'invalid_request',
      'invalid-request',
      'filter stock',
    ],
    [
      PRICES,
      'gone/list.csv',
      'not_written',
      'no-folder',
      'The file was not saved: the folder does not exist.',
    ],
  ] as const)('fails as it does without one: %j in %s', async (request, name, code, reason, message) => {
    const { threaded, folder } = await fixtureExporters();

    const failure = await threaded.run(request, CALLER.owner, join(folder, name)).catch((error) => error);

    expect(failure).toBeInstanceOf(ExportError);
    expect(failure).toMatchObject({ code, reason, message: expect.stringContaining(message) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells of a platform that fails, and keeps the cause for the log', async () => {
    const { store, threaded, folder } = await fixtureExporters();
    await store.db.schema.alterTable('tax_rates').renameTo('lost').execute();

    const failure = await threaded.run(PRICES, CALLER.owner, join(folder, 'a.csv')).catch((error) => error);

    expect(failure).toBeInstanceOf(ExportError);
    expect(failure).toMatchObject({ code: 'source_failed', reason: 'platform-failed' });
    expect(failure.cause).toBeInstanceOf(Error);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['exit', 'full memory'] as const)(
    'tells of a thread that is lost (%s), and leaves the old file and no other',
    async (fate) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'list.csv'), 'old');

      const run = mortalExporter(fate).run(PRICES, CALLER.owner, join(folder, 'list.csv'));

      await expect(run).rejects.toMatchObject({
        name: 'ExportError',
        code: 'not_written',
        message: 'The file was not saved: the export broke off. Try again.',
        cause: { name: 'ThreadError' },
      });
      expect(readdirSync(folder)).toEqual(['list.csv']);
      expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toBe('old');
    },
  );

  it('hands on a fault as it is, and leaves no file', async () => {
    const folder = temporaryFolder();

    const run = mortalExporter('fault').run(PRICES, CALLER.owner, join(folder, 'list.csv'));

    await expect(run).rejects.toBeInstanceOf(TypeError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('runs beside one other at most, and when the program closes they all end without a file', async () => {
    const folder = temporaryFolder();
    const exporter = mortalExporter('wait');
    const runs = ['1.csv', '2.csv', '3.csv'].map((name) =>
      exporter.run(PRICES, CALLER.owner, join(folder, name)).catch((error: unknown) => error),
    );
    await expect.poll(() => readdirSync(folder).length).toBe(2);

    await exporter.close();

    expect(readdirSync(folder)).toEqual([]);
    for (const failure of await Promise.all(runs)) expect(failure).toBeInstanceOf(ExportError);
    await expect(exporter.run(PRICES, CALLER.owner, join(folder, '4.csv'))).rejects.toThrow(ExportError);
    expect(existsSync(join(folder, '4.csv'))).toBe(false);
  });
});
