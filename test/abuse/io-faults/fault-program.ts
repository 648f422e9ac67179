import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskControl, openDiskControl } from '../failing-disk/disk-control.ts';
import type { SecretKind, SuiteSize } from '../harness/suite.ts';
import { diskFaults, type Fault, limitFaults } from './fault.ts';
import type { FaultMessage, FaultOrders } from './fault-messages.ts';
import { httpOperations } from './http-operations.ts';
import { innerOperations } from './inner-operations.ts';
import type { Operation } from './operation.ts';
import { openShopUnderFault, type ShopUnderFault } from './shop-under-fault.ts';
import { type FaultOutcome, type FaultRun, tryFault } from './try-fault.ts';

/** The process whose disk fails. Its file is the one that is watched: see io-faults-suite.ts. */

const MOST_SECRETS = 25;
/** More than any operation makes. */
const MOST_CALLS = 3_000;

const say = (message: FaultMessage) => void process.send?.(message);
const run = {
  count: (...given: Parameters<FaultRun['count']>) => say({ kind: 'told', name: 'count', given }),
  breach: (...given: Parameters<FaultRun['breach']>) => say({ kind: 'told', name: 'breach', given }),
  keepSecret: secretKeeper(),
  hear: (where: string, content: string | Uint8Array) =>
    say({ kind: 'told', name: 'hear', given: [where, content] }),
};

async function tryEverything({ size, folder, control }: FaultOrders): Promise<void> {
  mkdirSync(join(folder, 'store'));
  const shop = await openShopUnderFault(join(folder, 'store', 'tilldesk.sqlite'), folder);
  const operations = [...(await httpOperations(shop, run)), ...(await innerOperations(shop, run))];
  const disk: DiskControl | null = control === null ? null : openDiskControl(control);
  const faults = [...limitFaults(shop.file), ...(disk === null ? [] : diskFaults(disk))];
  for (const [index, operation] of operations.entries()) {
    const some = size === 'short' ? someOf(faults, index) : faults;
    for (const fault of some) {
      // What came next would tell of this one still.
      if ((await tryAll(shop, operation, fault, size)) === 'stuck') return;
    }
    run.count('operations');
  }
  disk?.close();
  await shop.stop();
}

/** Two for each operation, others for the next: all faults come up. */
function someOf(faults: readonly Fault[], index: number): readonly Fault[] {
  return faults.filter((_, place) => (place - index) % Math.ceil(faults.length / 2) === 0);
}

/** Fails ever later, until the operation is over before. */
async function tryAll(
  shop: ShopUnderFault,
  operation: Operation,
  fault: Fault,
  size: SuiteSize,
): Promise<FaultOutcome> {
  for (let n = 1; n > 0; n = fault.isNumbered ? NEXT[size](n) : 0) {
    say({ kind: 'at', sentence: `${operation.name}, ${fault.name} (${n})` });
    const outcome = await tryFault(run, shop, { operation, fault, n });
    if (outcome !== 'recovered') return outcome;
    if (n > MOST_CALLS) throw new Error(`${operation.name} never succeeds`);
  }
  return 'recovered';
}

const NEXT: Readonly<Record<SuiteSize, (n: number) => number>> = {
  // Each of the first forty; of an operation that makes hundreds of calls every twentieth part then.
  full: (n) => n + Math.max(1, Math.floor(n / 20)),
  tenth: (n) => Math.ceil(n * 2.5),
  short: (n) => n * 3,
};

/** The first ones of each kind: thousands would be made, and each has to be looked for in the end. */
function secretKeeper() {
  const kept = new Map<string, number>();
  return (kind: SecretKind, text: string) => {
    const count = (kept.get(kind) ?? 0) + 1;
    kept.set(kind, count);
    if (count <= MOST_SECRETS) say({ kind: 'told', name: 'keepSecret', given: [kind, text] });
  };
}

async function answer(orders: string): Promise<FaultMessage> {
  try {
    await tryEverything(JSON.parse(orders));
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'broke', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// What is left open where it got stuck would keep the process.
process.send?.(await answer(process.argv[2] ?? ''), () => process.exit(0));
