import { placeOf, type ShopPlace } from '../compose/command-store.ts';
import { systemSources } from '../config/config.ts';
import { failureOfCommand } from '../startup/failure-report.ts';
import { locateProgram } from '../startup/program-files.ts';
import type { VerificationAnswer, VerificationRequest } from '../store/totals/store-verification.ts';
import { startThread } from '../workers/start-thread.ts';
import type { StoreChoice } from './command-options.ts';
import { readVerifyCommand, runVerifyCommand, VERIFY_HELP } from './verify-command.ts';

const argv = process.argv.slice(2);

/** Compares the totals of a data folder with its orders and answers the exit status. */
async function verify(): Promise<number> {
  try {
    const { kind, isRepair, store } = readVerifyCommand(argv);
    if (kind === 'verify') return (await verifyStore(store, isRepair)) ? 0 : 1;
    tell(VERIFY_HELP);
    return 0;
  } catch (error) {
    const { lines, exitStatus } = failureOfCommand(error, sentenceOf(error));
    process.stderr.write(`${lines.join('\n')}\n`);
    return exitStatus;
  }
}

async function verifyStore(choice: StoreChoice, isRepair: boolean): Promise<boolean> {
  const thread = startThread<ShopPlace, VerificationRequest, VerificationAnswer>({
    script: locateProgram(import.meta.dirname).verificationThread,
    data: placeOf(choice, systemSources(argv)),
  });
  try {
    return await runVerifyCommand(isRepair, {
      async *verify() {
        const { months } = await thread.ask({ kind: 'list-months' });
        for (const month of months) yield* (await thread.ask({ kind: 'verify', month })).differences;
        yield* (await thread.ask({ kind: 'verify-stock' })).differences;
      },
      async repair() {
        await thread.ask({ kind: 'repair' });
      },
      tell,
    });
  } finally {
    await thread.end();
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Of the classes of errors in a thread only the names come through. */
function sentenceOf(error: unknown): string | null {
  return error instanceof Error && error.name === 'StoreError' ? error.message : null;
}

process.exitCode = await verify();
