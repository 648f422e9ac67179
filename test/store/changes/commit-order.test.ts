import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { openReader } from '../../../electron/store/store-connections.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { plainHasher } from '../demo/demo-store.ts';
import { createReaders, expectSource, readPage } from './model/feed-readers.ts';
import { makeShopTemplate } from './model/shared-shop.ts';
import type { WritingTask } from './writing-thread.ts';

const WRITES = 150;
const script = fileURLToPath(new URL('./writing-thread.ts', import.meta.url));

function startWriter(task: WritingTask): Promise<unknown> {
  const worker = new Worker(script, { workerData: task });
  return new Promise((resolve, reject) => worker.on('error', reject).on('exit', resolve));
}

describe('versions', () => {
  it('are in commit order: reading pages during two other writes skips nothing', async () => {
    const template = await makeShopTemplate();
    const file = join(temporaryFolder(), 'shop.sqlite');
    copyFileSync(template.file, file);
    template.remove();
    let isWriting = true;
    const writers = Promise.all([1, 2].map((seed) => startWriter({ file, seed, writes: WRITES }))).finally(() => {
      isWriting = false;
    });
    const store = openReader(file);
    const platform = createEmbeddedPlatform({ db: store.db, clock: systemClock, hasher: plainHasher });
    const readers = createReaders();
    const versions = new Map(readers.map((reader) => [reader, 0]));
    let pagesWithRows = 0;
    while (isWriting) {
      for (const reader of readers) {
        const { rows } = await readPage(platform, reader, 3);
        expect(rows[0]?.version ?? Number.MAX_SAFE_INTEGER).toBeGreaterThan(versions.get(reader) ?? 0);
        versions.set(reader, rows.at(-1)?.version ?? versions.get(reader) ?? 0);
        if (rows.length > 0) pagesWithRows += 1;
      }
      await setImmediate();
    }
    await writers;
    for (const reader of readers) await expectSource(platform, reader);
    await store.close();
    expect(pagesWithRows).toBeGreaterThan(WRITES / 10);
  });
});
