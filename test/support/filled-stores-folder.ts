import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable with the folder in which the workers of a run share stores that take long to fill. */
export const FILLED_STORES_VARIABLE = 'TILLDESK_TEST_FILLED_STORES';

/** The global set-up of a Vitest run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-filled-'));
  process.env[FILLED_STORES_VARIABLE] = folder;
  return () => rm(folder, { recursive: true });
}
