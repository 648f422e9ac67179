import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../electron/base/clock.ts';
import { poolPlatform } from '../../electron/workers/pooled-platform.ts';
import { createWorkerPool } from '../../electron/workers/worker-pool.ts';
import type { PlatformUnderTest } from './fact.ts';
import { openEmbedded } from './open-embedded.ts';
import { describePlatform } from './platform-conformance.ts';

const task = fileURLToPath(new URL('../../electron/workers/platform-task.ts', import.meta.url));

describePlatform('the embedded platform with workers', openPooled);

/** The embedded platform as in the product: workers answer its slow reads, with their own clock. */
async function openPooled(): Promise<PlatformUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-conformance-'));
  const file = join(folder, 'shop.sqlite');
  const embedded = await openEmbedded(file);
  const pool = createWorkerPool({ data: { file }, clock: systemClock });
  return {
    ...embedded,
    platform: poolPlatform(embedded.platform, pool, task),
    now: null,
    async close() {
      await pool.close();
      await embedded.close();
      rmSync(folder, { recursive: true });
    },
  };
}
