import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { composeStore } from '../../../electron/compose/store.ts';
import { readConfig } from '../../../electron/config/config.ts';
import { prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { locateProgram } from '../../../electron/startup/program-files.ts';
import { createTeardown } from '../../../electron/startup/shutdown.ts';
import { StoreError } from '../../../electron/store/store-error.ts';
import { createWorkerPool } from '../../../electron/workers/worker-pool.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const SOURCES = fileURLToPath(new URL('../../../electron', import.meta.url));
const FULL_DISK_TASK = fileURLToPath(new URL('./full-disk-task.ts', import.meta.url));

/** The store of a folder, with a task for its demo shops that fails because the disk is full. */
function openStoreOf(path: string) {
  const teardown = createTeardown({ clock, limitMs: 5_000, onProblem: () => undefined });
  onTestFinished(teardown.run);
  const config = readConfig({ argv: [], env: {}, platform: 'linux', homeFolder: path, workingFolder: path });
  const files = { ...locateProgram(SOURCES), demoTask: FULL_DISK_TASK };
  const { log } = createLogRecorder();
  const pool = createWorkerPool({ data: null, clock });
  const context = { config, files, folder: prepareDataFolder(path), clock, log, pool };
  return composeStore(
    {
      ...context,
      hasher: createPasswordHasher(),
      secretKey: new Uint8Array(32),
      askRecovery: null,
      reportUpdate: () => undefined,
    },
    teardown,
  );
}

describe('the demo shops of a new store', { timeout: 60_000 }, () => {
  it('are created in a worker, and its failure fails the start', async () => {
    const opening = openStoreOf(createTemporaryFolder());
    await expect(opening).rejects.toThrow(StoreError);
    await expect(opening).rejects.toMatchObject({ code: 'unavailable', message: 'The disk is full.' });
  });

  it('need no worker if the shops were generated permanently', async () => {
    const folder = createTemporaryFolder();
    await writeShop(folder);
    const { store } = await openStoreOf(folder);
    expect(await store.db.selectFrom('demo_shops').select('is_fixed').execute()).toEqual([{ is_fixed: 1 }]);
  });
});
