import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { describeMachine } from '../../support/describe-machine.ts';
import { withResults } from '../../support/results-section.ts';
import { createChildProcesses, printedAddress, type ServerProcess, startServer } from '../context/running-product.ts';
import { formatCells } from '../harness/format-table.ts';
import type { CallCounts } from './account-program.ts';
import type { CopyingFigures } from './copying-process.ts';

const README = projectPath('test', 'bench', 'storekeeper', 'README.md');

const WHOLE = { products: 100_000, orders: 300_000 };

/** As many as the product makes. */
const CALLS_PER_SECOND = 4;

const MOST_MB_OVER_IDLE = 150;

type Reading = CopyingFigures & CallCounts;

/** `npm run bench -- storekeeper [PRODUCTS ORDERS]`. Answers the exit status: 1 where a bar is missed. */
export async function benchStoreKeeper([products, orders]: readonly string[]): Promise<number> {
  const size = products === undefined ? WHOLE : { products: Number(products), orders: Number(orders) };
  const { whole, paced } = await measure(size);
  const counts = `${size.products.toLocaleString('en')} products, ${size.orders.toLocaleString('en')} orders of 14 months`;
  const table = formatCells(
    [
      ['Reading', 'Calls', 'Minutes', 'CPU ms per call', 'Idle MB', 'Peak MB over idle', 'Disk MB'],
      ['the whole account, without a limit of calls', ...cellsOf(whole)],
      [`ten minutes at ${CALLS_PER_SECOND} calls a second, a day later`, ...cellsOf(paced)],
    ],
    new Set([1, 2, 3, 4, 5, 6]),
  );
  const results = `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}; ${counts}.\n\n${table}`;
  process.stdout.write(`${results}\n`);
  if (size === WHOLE) writeFileSync(README, withResults(readFileSync(README, 'utf8'), results));
  const missed = [
    ...(paced.peakMb - paced.idleMb > MOST_MB_OVER_IDLE ? ['the copy takes too much memory'] : []),
    ...(whole.writes + paced.writes > 0 ? ['a call was made that writes'] : []),
  ];
  for (const bar of missed) process.stderr.write(`MISSED: ${bar}\n`);
  return missed.length > 0 ? 1 : 0;
}

function cellsOf({ calls, tookMs, cpuMs, idleMb, peakMb, diskMb }: Reading): readonly string[] {
  return [
    calls.toLocaleString('en'),
    (tookMs / 60_000).toFixed(0),
    (cpuMs / Math.max(calls, 1)).toFixed(2),
    idleMb.toFixed(0),
    (peakMb - idleMb).toFixed(0),
    diskMb.toFixed(0),
  ];
}

async function measure({ products, orders }: typeof WHOLE): Promise<{ whole: Reading; paced: Reading }> {
  const processes = createChildProcesses();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-storekeeper-bench-'));
  const programOf = (name: string) => projectPath('test', 'bench', 'storekeeper', name);
  const account = await startServer(
    processes,
    [programOf('account-program.ts'), String(products), String(orders)],
    /Account .*ready\n/,
  );
  const read = async (...pace: string[]): Promise<Reading> => {
    const args = [programOf('copying-process.ts'), printedAddress(account, 'Account'), folder, ...pace];
    const copying = await startServer(processes, args, /Copying is ready\n/);
    const figures = await ask<CopyingFigures>(copying);
    await processes.stop(copying.child);
    return { ...figures, ...(await ask<CallCounts>(account)) };
  };
  try {
    return { whole: await read(), paced: await read(String(CALLS_PER_SECOND)) };
  } finally {
    await processes.stop(account.child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends a message, and answers the one that comes back. */
async function ask<Answer>({ child }: ServerProcess): Promise<Answer> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${child.spawnargs[1]} ended before it answered`)));
  child.send('ask');
  const [answer] = await once(child, 'message', { signal: ended.signal });
  return answer as Answer;
}
