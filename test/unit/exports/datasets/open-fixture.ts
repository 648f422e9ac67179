import { onTestFinished } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';

export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as const;

/** The embedded platform with the fixture shop, until the test is over. */
export async function openFixture(): Promise<Platform> {
  const { store, platform } = await openFixturePlatform();
  onTestFinished(() => store.close());
  return platform;
}
