import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { LedgerChanges, type Ledgers } from '../../shared/contract/ledgers.ts';
import { ConfigError } from '../config/config.ts';

/** The ledger accounts in a JSON file `{code: account}`, at an absolute path. Throws `ConfigError`. */
export function readLedgersFile(path: string): Ledgers {
  const accounts = parsed(path);
  const changes = { accounts };
  if (Value.Check(LedgerChanges, changes)) return withoutEmpty(changes.accounts);
  throw new ConfigError(
    `--ledgers takes a file such as {"payment:pin": "1200"}; ${path} holds something else.`,
  );
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`--ledgers: ${path} cannot be read as JSON.`, { cause });
  }
}

/** An empty account is none. */
function withoutEmpty(accounts: Ledgers): Ledgers {
  return Object.fromEntries(Object.entries(accounts).filter(([, account]) => account !== ''));
}
