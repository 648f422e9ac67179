import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { Ground } from '../ground/ground.ts';

const PROGRAM = projectPath('dist', 'host', 'verify.js');

/** Runs `store:verify` on the folder of the ground; to be repaired, a total is made wrong before. */
export async function verifyStore(ground: Ground, isRepair: boolean): Promise<void> {
  if (isRepair) spoilTotal(ground.storeFile);
  const child = ground.processes.spawn(
    [PROGRAM, '--data-dir', ground.dataFolder, ...(isRepair ? ['--repair'] : [])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const complaint = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`store:verify ended with status ${status}: ${await complaint}`);
}

function spoilTotal(storeFile: string): void {
  const database = new DatabaseSync(storeFile);
  try {
    database.exec('pragma busy_timeout = 5000');
    database.exec(`update item_totals_by_day set value_wt = value_wt + 1
      where rowid = (select min(rowid) from item_totals_by_day)`);
  } finally {
    database.close();
  }
}
