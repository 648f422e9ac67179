import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new empty folder for all tests of a file, removed after the last of them. */
export function createSuiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-abuse-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
