import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
