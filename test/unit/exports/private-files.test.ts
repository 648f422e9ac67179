import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Returns the permissions of a customer file, and those it had while it was being written. */
async function permissionsOf(columns: string[], old?: number) {
  const targetPath = join(temporaryFolder(), 'customers.jsonl');
  if (old !== undefined) {
    writeFileSync(targetPath, 'old');
    chmodSync(targetPath, old);
  }
  const seen: number[] = [];
  const look = () => {
    const parts = readdirSync(dirname(targetPath)).filter((name) => name.endsWith('.part'));
    for (const part of parts) seen.push(statSync(join(dirname(targetPath), part)).mode & 0o777);
  };
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const platform = createStandInPlatform({
    listCustomers: async () => {
      look();
      return { total: 0, rows: [], sums: null };
    },
  });
  const exporter = createPlainExporter({ platform, clock });
  await exporter.run({
    ...{ caller: STAND_IN_CALLER, targetPath, onProgress: () => {}, signal: new AbortController().signal },
    request: {
      ...{ dataset: 'customers', filters: {}, columns },
      ...{ format: 'jsonl', profile: 'data', language: 'nl' },
    },
  });
  const mode = statSync(targetPath).mode & 0o777;
  expect(seen.length).toBeGreaterThan(0);
  // A private file is private even while it is being written.
  for (const bits of seen) expect(bits & ~(mode | 0o600)).toBe(0);
  return mode.toString(8);
}

describe.skipIf(process.platform === 'win32')('the permissions of an exported file', () => {
  const forAll = (0o666 & ~process.umask()).toString(8);

  it('let only the owner read a new file with personal data', async () => {
    expect(await permissionsOf(['id', 'email'])).toBe('600');
  });

  it('are those of any new file otherwise', async () => {
    expect(await permissionsOf(['id', 'turnover_wt'])).toBe(forAll);
  });

  it('let only the owner read it, even if it replaces a file that everybody could read', async () => {
    for (const old of [0o666, 0o660, 0o644]) expect(await permissionsOf(['id', 'email'], old)).toBe('600');
    expect(await permissionsOf(['id', 'email'], 0o400)).toBe('400');
  });

  it('stay those of the replaced file if there is no personal data', async () => {
    expect(await permissionsOf(['id'], 0o600)).toBe('600');
    expect(await permissionsOf(['id'], 0o664)).toBe('664');
  });
});
