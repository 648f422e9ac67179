import { randomInt } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { locationOf } from '../compose/command-store.ts';
import { openStoreAt } from '../compose/open-shop.ts';
import { addCommand, createCommandLine, readCommand } from '../config/command-line.ts';
import { ConfigError, systemSources } from '../config/config.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { addStoreOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { textTable } from './terminal-output.ts';

/** A user of an account; the e-mail address is in lower case. */
interface UserName {
  readonly account: string;
  readonly email: string;
}

/** Where `readsPassword` is false a password is generated. */
export type AccountsCommand =
  | Creation
  | PasswordChange
  | { readonly kind: 'list' }
  | (UserName & { readonly kind: 'end' })
  /** `email` is null for all users. */
  | { readonly kind: 'deactivate'; readonly account: string; readonly email: string | null };

const DESCRIPTION =
  'Accounts of Tilldesk, and who may sign in to them as their owner. Tilldesk may run meanwhile: all of it counts at once.';

type Creation = UserName & { readonly kind: 'create'; readonly name: string; readonly readsPassword: boolean };

type PasswordChange = UserName & { readonly kind: 'password'; readonly readsPassword: boolean };

/** Limits of a sign-in, in characters; see shared/contract/auth.ts. */
const LONGEST = { account: 200, email: 320, name: 200 };

/** Invisible characters, and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** The command and its store. Throws `ConfigError` and `HelpRequested`. */
export function readAccountsCommand(argv: readonly string[]): { command: AccountsCommand; store: StoreChoice } {
  const program = addStoreOptions(createCommandLine('npm run accounts --', DESCRIPTION));
  const command = readCommand<AccountsCommand>(program, argv, (pass) => {
    const addUserCommand = (name: string, description: string) =>
      addCommand(program, name, description)
        .requiredOption('--account <ACCOUNT>', 'name of the account')
        .requiredOption('--email <ADDRESS>', 'with which the user signs in');
    const passwordOption = [
      '--password-stdin',
      'the password is the first line of standard input; without it one is generated and printed once',
    ] as const;
    addUserCommand('create', 'makes an owner: of a new account, or a further one of an account that is there')
      .option('--name <NAME>', 'of the owner (the address)')
      .option(...passwordOption)
      .action((typed: TypedUser) => pass(creationOf(typed)));
    addUserCommand(
      'password',
      'gives a user another password, and signs them out everywhere; their API keys and webhooks go on',
    )
      .option(...passwordOption)
      .action(({ account, email, passwordStdin = false }: TypedUser) =>
        pass({ kind: 'password', account, email: email.toLowerCase(), readsPassword: passwordStdin }),
      );
    addUserCommand('end', 'ends all that acts for a user: sign-ins, API keys, and webhooks, which are disabled').action(
      ({ account, email }: TypedUser) => pass({ kind: 'end', account, email: email.toLowerCase() }),
    );
    addCommand(program, 'list', 'shows the accounts and their users').action(() => pass({ kind: 'list' }));
    addCommand(program, 'deactivate', 'keeps users out, with their tokens and API keys')
      .requiredOption('--account <ACCOUNT>', 'name of the account')
      .option('--email <ADDRESS>', 'of one user (everybody of the account)')
      .action(({ account, email }: { readonly account: string; readonly email?: string }) =>
        pass({ kind: 'deactivate', account, email: email?.toLowerCase() ?? null }),
      );
  });
  return { command, store: readStoreChoice(program) };
}

interface TypedUser {
  readonly account: string;
  readonly email: string;
  readonly name?: string;
  readonly passwordStdin?: boolean;
}

function creationOf({ account, email, name = email, passwordStdin = false }: TypedUser): Creation {
  requireSound('account', account);
  requireSound('email', email);
  requireSound('name', name);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new ConfigError(`--email takes an address such as els@till.example, not "${email}".`);
  }
  return { kind: 'create', account, email: email.toLowerCase(), name, readsPassword: passwordStdin };
}

/** Refuses what the owner could not type again at the sign-in. */
function requireSound(option: keyof typeof LONGEST, text: string): void {
  const longest = LONGEST[option];
  if (text.length <= longest && text.trim() === text && text !== '' && !UNSEEN.test(text)) return;
  throw new ConfigError(`--${option} takes up to ${longest} characters that can be seen, without a space at an end.`);
}

type Accounts = ReturnType<typeof createAccountsRepository>;

export interface AccountsDeps {
  readonly accounts: Pick<Accounts, 'addOwner' | 'listUsers' | 'changePassword' | 'revokeAccess' | 'deactivate'>;
  readonly hash: (password: string) => Promise<string>;
  /** The first line of standard input. */
  readonly readPassword: () => Promise<string>;
  /** A new one at each call. */
  readonly makePassword: () => string;
  readonly now: () => number;
}

const SHORTEST_PASSWORD = 12;

const LONGEST_PASSWORD = 1024;

const HEADER = ['ACCOUNT', 'E-MAIL', 'NAME', 'ROLES', 'MAY SIGN IN'];

/** Runs a command and answers the lines to print. Throws `CommandError`. */
export async function runAccountsCommand(command: AccountsCommand, deps: AccountsDeps): Promise<readonly string[]> {
  switch (command.kind) {
    case 'create':
      return createOwner(command, deps);
    case 'password':
      return changePassword(command, deps);
    case 'end':
      return endAll(command, deps);
    case 'list':
      return listUsers(await deps.accounts.listUsers());
    case 'deactivate':
      return deactivate(command.account, command.email, deps);
  }
}

async function createOwner(
  { account, email, name, readsPassword }: Creation,
  { accounts, hash, ...passwords }: AccountsDeps,
): Promise<readonly string[]> {
  const password = await passwordOf(readsPassword, passwords);
  const isNew = await accounts.addOwner({ account, email, name, passwordHash: await hash(password) });
  if (!isNew) throw new CommandError(`There is a user ${email} of account ${account} already.`);
  return [
    `${email} signs in to account ${account} as its owner.`,
    ...(readsPassword ? [] : generatedPasswordLines(password)),
  ];
}

async function changePassword(
  { account, email, readsPassword }: PasswordChange,
  { accounts, hash, ...passwords }: AccountsDeps,
): Promise<readonly string[]> {
  const password = await passwordOf(readsPassword, passwords);
  const remaining = await accounts.changePassword({ account, email, passwordHash: await hash(password) });
  if (remaining === null) throw new CommandError(`There is no user ${email} of account ${account}.`);
  return [
    `${email} of account ${account} has another password, and is signed out everywhere.`,
    ...remainingLines(remaining, { account, email }),
    ...(readsPassword ? [] : generatedPasswordLines(password)),
  ];
}

/** If the password was stolen, the operator has to know what the thief may have created. */
function remainingLines(
  { apiKeys, webhooks }: NonNullable<Awaited<ReturnType<Accounts['changePassword']>>>,
  { account, email }: UserName,
): readonly string[] {
  if (apiKeys === 0 && webhooks === 0) return [];
  return [
    `What they made goes on (API keys: ${apiKeys}, active webhooks: ${webhooks}). All of it is ended by`,
    '',
    `  npm run accounts -- end --account ${shellWord(account)} --email ${shellWord(email)}`,
    '',
    ...(apiKeys === 0 ? [] : ['One key is ended by', '', '  npm run keys -- revoke ID', '']),
  ];
}

/** A text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

async function endAll({ account, email }: UserName, { accounts, now }: AccountsDeps): Promise<readonly string[]> {
  const ended = await accounts.revokeAccess({ account, email, at: now() });
  if (ended === null) throw new CommandError(`There is no user ${email} of account ${account}.`);
  const { tokens, apiKeys, webhooks } = ended;
  return [
    `Ended for ${email} of account ${account}: sign-ins ${tokens}, API keys ${apiKeys}, webhooks ${webhooks}.`,
    'Anyone who knows the password can sign in again: npm run accounts -- password gives them another one.',
  ];
}

async function passwordOf(
  readsPassword: boolean,
  { readPassword, makePassword }: Pick<AccountsDeps, 'readPassword' | 'makePassword'>,
): Promise<string> {
  if (!readsPassword) return makePassword();
  const password = await readPassword();
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return password;
  throw new CommandError(
    `The first line of standard input is no password of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`,
  );
}

function generatedPasswordLines(password: string): readonly string[] {
  return ['', `  ${password}`, '', 'This password is not printed again: store it now.'];
}

function listUsers(users: Awaited<ReturnType<Accounts['listUsers']>>): readonly string[] {
  if (users.length === 0) return ['There are no accounts.'];
  const rows = users.map(({ account, email, name, roles, is_active: isActive }) =>
    email === null ? [account, '(nobody)'] : [account, email, name ?? '', roles ?? '', isActive === 1 ? 'yes' : 'no'],
  );
  return textTable([HEADER, ...rows]);
}

async function deactivate(
  account: string,
  email: string | null,
  { accounts }: AccountsDeps,
): Promise<readonly string[]> {
  const count = await accounts.deactivate(account, email);
  const who = email === null ? `account ${account}` : `${email} of account ${account}`;
  if (count === 0) throw new CommandError(`There is nobody of ${who}; list shows those that there are.`);
  return [
    email === null ? `Nobody of ${who} can sign in any more (users: ${count}).` : `${who} cannot sign in any more.`,
  ];
}

/** Without letters and digits that look alike. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 5;
const PASSWORD_GROUP_LENGTH = 5;

/** 123 random bits, in groups that are easy to read aloud: `k7f3m-…`. */
export function makeUpPassword(): string {
  const letter = () => PASSWORD_LETTERS.charAt(randomInt(PASSWORD_LETTERS.length));
  const group = () => Array.from({ length: PASSWORD_GROUP_LENGTH }, letter).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

/** Runs one command on the accounts of a store. Tilldesk may run meanwhile. */
async function accounts(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const { command, store: choice } = readAccountsCommand(argv);
  const store = await openStoreAt(locationOf(choice, systemSources(argv)));
  try {
    const lines = await runAccountsCommand(command, {
      accounts: createAccountsRepository(store.db),
      hash: createPasswordHasher().hash,
      readPassword: async () => (await textOf(process.stdin)).replace(/\r?\n.*$/s, ''),
      makePassword: makeUpPassword,
      now: systemClock.now,
    });
    lines.forEach(print);
    return 0;
  } finally {
    await store.close();
  }
}

if (import.meta.main) process.exitCode = await answerCommand(accounts);
