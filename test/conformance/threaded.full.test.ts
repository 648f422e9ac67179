import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../electron/base/clock.ts';
import { withAnswerCache } from '../../electron/platform/answer-cache.ts';
import { openPlatformThreads } from '../../electron/workers/platform-threads.ts';
import type { PlatformUnderTest } from './fact.ts';
import { openEmbedded } from './open-embedded.ts';
import { describePlatform } from './platform-conformance.ts';

const script = fileURLToPath(new URL('../../electron/workers/platform-thread.ts', import.meta.url));

describePlatform('the embedded platform with threads and the cache of answers', openThreaded);

/** The embedded platform as the product has it: its long calls are answered by threads, which go by their own clock. */
async function openThreaded(): Promise<PlatformUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-conformance-'));
  const file = join(folder, 'shop.sqlite');
  const embedded = await openEmbedded(file);
  const threads = openPlatformThreads({ script, data: { file }, clock: systemClock });
  return {
    ...embedded,
    platform: withAnswerCache(threads.answering(embedded.platform), systemClock),
    now: null,
    async close() {
      await threads.end();
      await embedded.close();
      rmSync(folder, { recursive: true });
    },
  };
}
