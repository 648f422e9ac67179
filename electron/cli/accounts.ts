import { text as textOf } from 'node:stream/consumers';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { openPlace, placeOf } from '../compose/command-store.ts';
import { systemSources } from '../config/config.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { StoreError } from '../store/store-error.ts';
import {
  ACCOUNTS_HELP,
  type AccountsCommand,
  makeUpPassword,
  readAccountsCommand,
  runAccountsCommand,
} from './accounts-command.ts';
import type { StoreChoice } from './command-options.ts';

const argv = process.argv.slice(2);

/** Runs one command on the accounts of a store. Tilldesk may run meanwhile. */
async function accounts(): Promise<readonly string[]> {
  const { command, store } = readAccountsCommand(argv);
  return command.kind === 'help' ? [ACCOUNTS_HELP] : runOn(store, command);
}

async function runOn(choice: StoreChoice, command: Exclude<AccountsCommand, { kind: 'help' }>) {
  const store = await openPlace(placeOf(choice, systemSources(argv)));
  try {
    return await runAccountsCommand(command, {
      accounts: createAccountsRepository(store.db),
      hash: createPasswordHasher().hash,
      readPassword: firstLine,
      makePassword: makeUpPassword,
      now: systemClock.now,
    });
  } finally {
    await store.close();
  }
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await textOf(process.stdin)).split(/\r?\n/);
  return line;
}

function sentenceOf(error: unknown): string | null {
  return error instanceof CommandError || error instanceof StoreError ? error.message : null;
}

process.exitCode = await answerCommand(accounts, sentenceOf);
