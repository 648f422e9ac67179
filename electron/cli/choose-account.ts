import { ConfigError } from '../config/config.ts';

interface Account {
  readonly id: number;
  readonly name: string;
}

const BY_DEFAULT = 'demo';

/** The account of that name; with null `demo` where there is one, else the only one. Throws `ConfigError`. */
export function chooseAccount(accounts: readonly Account[], name: string | null): Account {
  const names = accounts.map((account) => account.name).join(', ') || 'none';
  const chosen = accounts.find((account) => account.name === (name ?? BY_DEFAULT));
  if (chosen) return chosen;
  if (name !== null) throw new ConfigError(`There is no account ${name} here; there are: ${names}.`);
  const [only, ...others] = accounts;
  if (only && others.length === 0) return only;
  throw new ConfigError(`Name an account with --account; there are: ${names}.`);
}
