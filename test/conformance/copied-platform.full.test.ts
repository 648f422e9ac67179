import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trackAnswerAge } from '../../electron/platform/answer-age.ts';
import { withCopy } from '../../electron/platform/copy/copied-platform.ts';
import { createCopyDirectory } from '../../electron/platform/copy/copy-directory.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { createCatalogSource } from '../../electron/platform/remote/copied-catalog.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { createLogRecorder } from '../support/log-recorder.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { CALLING_USERS, type PlatformUnderTest } from './fact.ts';
import { openRemote } from './open-remote.ts';
import { describePlatform } from './platform-conformance.ts';

describePlatform('another deployment of which a copy is kept', openCopy);

/**
 * Another deployment with a complete local copy for each user, which answers what a copy can answer. Rights are read at
 * every call, as the facts require. A break-down removes the copies too.
 */
async function openCopy(): Promise<PlatformUnderTest> {
  const behind = await openRemote();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-copies-'));
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const { log } = createLogRecorder();
  const directory = createCopyDirectory({ folder, clock, log });
  const { platform, close } = withCopy({
    opened: { platform: behind.platform, webhooks: null, close: behind.close },
    baseUrl: 'https://shop.example',
    ...{ directory, clock, log },
    source: createCatalogSource(behind.platform, (db) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher })),
    getAnswerRetentionMs: () => 0,
    rightsTtlMs: 0,
  });
  await Promise.all(CALLING_USERS.map((user) => untilCopied(platform, user)));
  return {
    ...behind,
    platform,
    async breakDown() {
      await directory.removeAll();
      await behind.breakDown();
    },
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilCopied(platform: Platform, user: keyof typeof CREDENTIALS): Promise<void> {
  const caller = await platform.signIn(CREDENTIALS[user]);
  for (let isCopied = false; !isCopied; ) {
    isCopied = await trackAnswerAge(async (ageOf) => {
      await platform.searchProducts(caller, { start: 0, limit: 1 });
      return ageOf() !== null;
    });
    await new Promise(setImmediate);
  }
}
