import { CommandError } from '../base/command-error.ts';
import type { AccountsCommand } from './accounts-command.ts';
import { textTable } from './text-table.ts';

type Creation = Extract<AccountsCommand, { kind: 'create' }>;
export type NewOwner = Pick<Creation, 'account' | 'email' | 'name'> & { readonly passwordHash: string };

/** Null in an account that has no user. */
interface ListedUser {
  readonly account: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly roles: string | null;
  readonly is_active: 0 | 1 | null;
}

/** The accounts as the operator of this computer reaches them. */
export interface AccountsDeps {
  readonly accounts: {
    addOwner(owner: NewOwner): Promise<boolean>;
    listUsers(): Promise<readonly ListedUser[]>;
    /** Ends all that the user is signed in to. False where there is no such user. */
    changePassword(user: Pick<NewOwner, 'account' | 'email' | 'passwordHash'>): Promise<boolean>;
    deactivate(account: string, email: string | null): Promise<number>;
  };
  readonly hash: (password: string) => Promise<string>;
  /** The first line of standard input. */
  readonly readPassword: () => Promise<string>;
  /** Another one every time. */
  readonly makePassword: () => string;
}

const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 1024;
const HEADER = ['ACCOUNT', 'E-MAIL', 'NAME', 'ROLES', 'MAY SIGN IN'];

/** Runs a command and answers what to tell the operator. Throws `CommandError`. */
export async function runAccountsCommand(
  command: Exclude<AccountsCommand, { kind: 'help' }>,
  deps: AccountsDeps,
): Promise<readonly string[]> {
  switch (command.kind) {
    case 'create':
      return createOwner(command, deps);
    case 'password':
      return changePassword(command, deps);
    case 'list':
      return listUsers(await deps.accounts.listUsers());
    case 'deactivate':
      return deactivate(command, deps);
  }
}

async function createOwner(
  { account, email, name, readsPassword }: Creation,
  { accounts, hash, readPassword, makePassword }: AccountsDeps,
): Promise<readonly string[]> {
  const password = await passwordOf(readsPassword, { readPassword, makePassword });
  const isNew = await accounts.addOwner({ account, email, name, passwordHash: await hash(password) });
  if (!isNew) throw new CommandError(`There is a user ${email} of account ${account} already.`);
  const told = `${email} signs in to account ${account} as its owner.`;
  return [told, ...(readsPassword ? [] : shownOnce(password))];
}

async function changePassword(
  { account, email, readsPassword }: Extract<AccountsCommand, { kind: 'password' }>,
  { accounts, hash, ...passwords }: AccountsDeps,
): Promise<readonly string[]> {
  const password = await passwordOf(readsPassword, passwords);
  const isThere = await accounts.changePassword({ account, email, passwordHash: await hash(password) });
  if (!isThere) throw new CommandError(`There is no user ${email} of account ${account}.`);
  const told = `${email} of account ${account} has another password, and is signed out everywhere. API keys go on.`;
  return [told, ...(readsPassword ? [] : shownOnce(password))];
}

async function passwordOf(
  readsPassword: boolean,
  { readPassword, makePassword }: Pick<AccountsDeps, 'readPassword' | 'makePassword'>,
): Promise<string> {
  return readsPassword ? sound(await readPassword()) : makePassword();
}

function shownOnce(password: string): readonly string[] {
  return ['', `  ${password}`, '', 'This password cannot be shown again: keep it now.'];
}

function sound(password: string): string {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return password;
  throw new CommandError(
    `The first line of standard input is no password of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`,
  );
}

function listUsers(users: readonly ListedUser[]): readonly string[] {
  if (users.length === 0) return ['There are no accounts.'];
  const rows = users.map(({ account, email, name, roles, is_active: isActive }) =>
    email === null
      ? [account, '(nobody)']
      : [account, email, name ?? '', roles ?? '', isActive === 1 ? 'yes' : 'no'],
  );
  return textTable([HEADER, ...rows]);
}

async function deactivate(
  { account, email }: Extract<AccountsCommand, { kind: 'deactivate' }>,
  { accounts }: AccountsDeps,
): Promise<readonly string[]> {
  const count = await accounts.deactivate(account, email);
  const who = email === null ? `account ${account}` : `${email} of account ${account}`;
  if (count === 0) throw new CommandError(`There is nobody of ${who}; list shows those that there are.`);
  return [
    email === null
      ? `Nobody of ${who} can sign in any more (users: ${count}).`
      : `${who} cannot sign in any more.`,
  ];
}
