import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tidySnapshots } from '../../../electron/exports/snapshots.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = createFixedClock('2026-11-01T12:00:00+01:00');

describe('tidySnapshots', () => {
  it('keeps the latest, forgets the oldest, and removes what nobody names or writes', async () => {
    const folder = temporaryFolder();
    const file = (name: string, hoursAgo: number) => {
      writeFileSync(join(folder, name), 'x'.repeat(100));
      const seconds = clock.now() / 1000 - hoursAgo * 3600;
      utimesSync(join(folder, name), seconds, seconds);
    };
    for (const name of ['newest', 'newer', 'old', 'older']) file(name, 9);
    file('crashed', 2);
    file('being written', 0);
    const forgotten: string[] = [];
    const history = {
      listSnapshots: async () => ['newest', 'lost', 'newer', 'old', 'older'],
      forgetSnapshots: async (names: readonly string[]) => void forgotten.push(...names),
    };

    await tidySnapshots({ folder, history, clock, bytesKept: 200 });

    expect(forgotten).toEqual(['lost', 'old', 'older']);
    expect(readdirSync(folder)).toEqual(['being written', 'newer', 'newest']);
  });
});
