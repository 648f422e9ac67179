import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { describeMachine } from '../../support/describe-machine.ts';
import { withResults } from '../../support/results-section.ts';
import { digestTables, type TableDigests } from '../../support/table-digests.ts';
import { createChildProcesses, printedAddress, type ServerProcess, startServer } from '../context/running-product.ts';
import type { CallCounts } from './account-program.ts';
import type { CopyingCommand, CopyingFigures } from './copying-process.ts';
import { readStoreKeeperOptions, STOREKEEPER_HELP } from './storekeeper-options.ts';
import { CALLS_PER_SECOND, type Measured, missedBars, storeKeeperTable } from './storekeeper-table.ts';

const README = projectPath('test', 'bench', 'storekeeper', 'README.md');

/** `npm run bench -- storekeeper`. Answers the exit status: 1 where a bar is missed. */
export async function benchStoreKeeper(argv: readonly string[]): Promise<number> {
  const options = readStoreKeeperOptions(argv);
  if (options.showsHelp) {
    process.stdout.write(`${STOREKEEPER_HELP}\n`);
    return 0;
  }
  const measured = await measure(options);
  const size = `${options.products.toLocaleString('en')} products, ${options.orders.toLocaleString('en')} orders of 14 months`;
  const when = new Date().toISOString().slice(0, 10);
  const results = `${when}, ${describeMachine()}; ${size}.\n\n${storeKeeperTable(measured)}`;
  process.stdout.write(`${results}\n`);
  if (options.isWhole) writeFileSync(README, withResults(readFileSync(README, 'utf8'), results));
  const missed = missedBars(measured);
  for (const bar of missed) process.stderr.write(`MISSED: ${bar}\n`);
  return missed.length > 0 ? 1 : 0;
}

/** How far reading has got, which every reading writes. */
const BOOKKEEPING = [
  ...['sk_products.sweep', 'sk_customers.sweep', 'copy_facts.value'],
  ...['sk_orders.unchanged', 'sk_orders.last_read', 'sk_orders.next_read', 'sk_orders.absences'],
];

async function measure({
  products,
  orders,
}: {
  readonly products: number;
  readonly orders: number;
}): Promise<Measured> {
  const processes = createChildProcesses();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-storekeeper-bench-'));
  const programOf = (name: string) => projectPath('test', 'bench', 'storekeeper', name);
  const account = await startServer(
    processes,
    [programOf('account-program.ts'), String(products), String(orders)],
    /Account .*ready\n/,
  );
  const startCopying = (...pace: string[]) =>
    startServer(
      processes,
      [programOf('copying-process.ts'), printedAddress(account, 'Account'), folder, ...pace],
      /Copying is ready\n/,
    );
  let copying = await startCopying();
  let digests: TableDigests = new Map();
  const step = async (command: CopyingCommand) => {
    const figures = await ask<CopyingFigures>(copying, command);
    process.stderr.write(`${command}: ${(figures.tookMs / 1_000).toFixed(0)} s\n`);
    const before = digests;
    if (figures.file !== null) digests = digestTables(figures.file, BOOKKEEPING);
    const written = [...digests].filter(([table, { digest }]) => before.get(table)?.digest !== digest);
    return { ...figures, ...(await ask<CallCounts>(account, 'counts')), written: written.map(([table]) => table) };
  };
  try {
    const idle = await step('idle');
    const first = await step('first copy');
    // Money that is paid back, and facts of the first hours, come with the second reading.
    const second = await step('later');
    const third = await step('later');
    await processes.stop(copying.child);
    copying = await startCopying(String(CALLS_PER_SECOND));
    return { idle, first, second, third, idlePaced: await step('idle'), paced: await step('paced') };
  } finally {
    await processes.stop(copying.child);
    await processes.stop(account.child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends a message, and answers the one that comes back. */
async function ask<Answer>({ child }: ServerProcess, message: string): Promise<Answer> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error(`${child.spawnargs[1]} ended while it was asked for "${message}"`));
  child.once('exit', onExit);
  child.send(message);
  try {
    const [answer] = await once(child, 'message', { signal: ended.signal });
    return answer as Answer;
  } finally {
    child.off('exit', onExit);
  }
}
