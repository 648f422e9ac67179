import { randomInt } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { placeOf } from '../compose/command-store.ts';
import { openPlace } from '../compose/open-shop.ts';
import { addCommand, createCommandLine, readCommand } from '../config/command-line.ts';
import { ConfigError, systemSources } from '../config/config.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { StoreError } from '../store/store-error.ts';
import { addStoreOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { textTable } from './terminal-output.ts';

/** What the operator asks of the accounts. */
export type AccountsCommand =
  | {
      readonly kind: 'create';
      readonly account: string;
      /** Lower case. */
      readonly email: string;
      readonly name: string;
      /** False: a password is made up. */
      readonly readsPassword: boolean;
    }
  | {
      readonly kind: 'password';
      readonly account: string;
      /** Lower case. */
      readonly email: string;
      /** False: a password is made up. */
      readonly readsPassword: boolean;
    }
  | { readonly kind: 'list' }
  | {
      readonly kind: 'end';
      readonly account: string;
      /** Lower case. */
      readonly email: string;
    }
  | {
      readonly kind: 'deactivate';
      readonly account: string;
      /** Lower case; null for everybody. */
      readonly email: string | null;
    };

const DESCRIPTION =
  'Accounts of Tilldesk, and who may sign in to them as their owner. Tilldesk may run meanwhile: all of it counts at once.';

/** A sign-in takes no longer ones; see shared/contract/auth.ts. */
const LONGEST = { account: 200, email: 320, name: 200 };

/** What would hide in a list, or turn it. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** The command and the store that is meant. Throws `ConfigError` and `HelpRequested`. */
export function readAccountsCommand(argv: readonly string[]): {
  command: AccountsCommand;
  store: StoreChoice;
} {
  const program = addStoreOptions(createCommandLine('npm run accounts --', DESCRIPTION));
  const command = readCommand<AccountsCommand>(program, argv, (pass) => {
    const addUserCommand = (name: string, description: string) =>
      addCommand(program, name, description)
        .requiredOption('--account <ACCOUNT>', 'name of the account')
        .requiredOption('--email <ADDRESS>', 'with which the user signs in');
    const passwordOption = [
      '--password-stdin',
      'the password is the first line of standard input; without it one is made up and shown once',
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

/** What could not be typed again at the sign-in would lock its owner out. */
function requireSound(option: keyof typeof LONGEST, text: string): void {
  const longest = LONGEST[option];
  if (text.length <= longest && text.trim() === text && text !== '' && !UNSEEN.test(text)) return;
  throw new ConfigError(`--${option} takes up to ${longest} characters that can be seen, without a space at an end.`);
}

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

/** How many API keys and active webhooks a user has. */
interface GoingOn {
  readonly apiKeys: number;
  readonly webhooks: number;
}

/** The accounts as the operator of this computer reaches them. */
export interface AccountsDeps {
  readonly accounts: {
    addOwner(owner: NewOwner): Promise<boolean>;
    listUsers(): Promise<readonly ListedUser[]>;
    /** Ends all that the user is signed in to, and answers what goes on. Null where there is no such user. */
    changePassword(user: Pick<NewOwner, 'account' | 'email' | 'passwordHash'>): Promise<GoingOn | null>;
    /** `at` in milliseconds. Null where there is no such user. */
    endAllOf(
      user: Pick<NewOwner, 'account' | 'email'> & { readonly at: number },
    ): Promise<(GoingOn & { readonly tokens: number }) | null>;
    deactivate(account: string, email: string | null): Promise<number>;
  };
  readonly hash: (password: string) => Promise<string>;
  /** The first line of standard input. */
  readonly readPassword: () => Promise<string>;
  /** Another one every time. */
  readonly makePassword: () => string;
  readonly now: () => number;
}

const SHORTEST_PASSWORD = 12;

const LONGEST_PASSWORD = 1024;

const HEADER = ['ACCOUNT', 'E-MAIL', 'NAME', 'ROLES', 'MAY SIGN IN'];

/** Runs a command and answers what to tell the operator. Throws `CommandError`. */
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
  const goingOn = await accounts.changePassword({ account, email, passwordHash: await hash(password) });
  if (goingOn === null) throw new CommandError(`There is no user ${email} of account ${account}.`);
  const told = `${email} of account ${account} has another password, and is signed out everywhere.`;
  return [told, ...goesOn(goingOn, { account, email }), ...(readsPassword ? [] : shownOnce(password))];
}

/** Whoever changes a password because it was stolen has to know what the thief may have left behind. */
function goesOn(
  { apiKeys, webhooks }: GoingOn,
  { account, email }: Pick<NewOwner, 'account' | 'email'>,
): readonly string[] {
  if (apiKeys === 0 && webhooks === 0) return [];
  const told = `What they made goes on (API keys: ${apiKeys}, active webhooks: ${webhooks}). All of it is ended by`;
  const one = apiKeys === 0 ? [] : ['One key is ended by', '', '  npm run keys -- revoke ID', ''];
  const shown = `  npm run accounts -- end --account ${shellWord(account)} --email ${shellWord(email)}`;
  return [told, '', shown, '', ...one];
}

/** As a POSIX shell takes it for one word. */
function shellWord(text: string): string {
  return /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

async function endAll(
  { account, email }: Extract<AccountsCommand, { kind: 'end' }>,
  { accounts, now }: AccountsDeps,
): Promise<readonly string[]> {
  const ended = await accounts.endAllOf({ account, email, at: now() });
  if (ended === null) throw new CommandError(`There is no user ${email} of account ${account}.`);
  const { tokens, apiKeys, webhooks } = ended;
  return [
    `Ended for ${email} of account ${account}: sign-ins ${tokens}, API keys ${apiKeys}, webhooks ${webhooks}.`,
    'Whoever knows the password can sign in again: npm run accounts -- password gives them another one.',
  ];
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
    email === null ? [account, '(nobody)'] : [account, email, name ?? '', roles ?? '', isActive === 1 ? 'yes' : 'no'],
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
    email === null ? `Nobody of ${who} can sign in any more (users: ${count}).` : `${who} cannot sign in any more.`,
  ];
}

/** Without letters and digits that look alike. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const PASSWORD_GROUPS = 5;

const PASSWORD_GROUP_LENGTH = 5;

/** 123 bits by chance, in groups that can be read out: `k7f3m-…`. */
export function makeUpPassword(): string {
  const letter = () => PASSWORD_LETTERS.charAt(randomInt(PASSWORD_LETTERS.length));
  const group = () => Array.from({ length: PASSWORD_GROUP_LENGTH }, letter).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

/** Runs one command on the accounts of a store. Tilldesk may run meanwhile. */
async function accounts(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const { command, store: choice } = readAccountsCommand(argv);
  const store = await openPlace(placeOf(choice, systemSources(argv)));
  try {
    const lines = await runAccountsCommand(command, {
      accounts: createAccountsRepository(store.db),
      hash: createPasswordHasher().hash,
      readPassword: firstLine,
      makePassword: makeUpPassword,
      now: systemClock.now,
    });
    lines.forEach(print);
    return 0;
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

if (import.meta.main) process.exitCode = await answerCommand(accounts, sentenceOf);
