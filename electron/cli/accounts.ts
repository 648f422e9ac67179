import { randomInt } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { systemClock } from '../base/clock.ts';
import { CommandError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { locateStore } from '../compose/command-store.ts';
import { openStoreAt } from '../compose/open-shop.ts';
import { addCommand, createCommandLine, readCommand } from '../config/command-line.ts';
import { ConfigError, getSources } from '../config/config.ts';
import { answerCommand } from '../startup/failure-report.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { addStoreOptions, readStoreChoice, type StoreChoice } from './store-options.ts';
import { formatTable } from './terminal-output.ts';

/** A user of an account; the e-mail address is in lower case. */
interface UserName {
  readonly account: string;
  readonly email: string;
}

/** If `readsPassword` is false, a password is generated. */
export type AccountsCommand =
  | Creation
  | PasswordChange
  | { readonly kind: 'list' }
  | (UserName & { readonly kind: 'end' })
  /** `email` is null for all users. */
  | { readonly kind: 'deactivate'; readonly account: string; readonly email: string | null };

const DESCRIPTION =
  'Accounts of Tilldesk, and the owners who may sign in to them. Tilldesk may be running: changes take effect at once.';

type Creation = UserName & { readonly kind: 'create'; readonly name: string; readonly readsPassword: boolean };

type PasswordChange = UserName & { readonly kind: 'password'; readonly readsPassword: boolean };

/** Limits of a sign-in, in characters; see shared/contract/auth.ts. */
const MAX_LENGTHS = { account: 200, email: 320, name: 200 };

/** Invisible characters, and those that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/** The command and its store. Throws `ConfigError` and `HelpRequested`. */
export function readAccountsCommand(argv: readonly string[]): { command: AccountsCommand; store: StoreChoice } {
  const program = addStoreOptions(createCommandLine('npm run accounts --', DESCRIPTION));
  const command = readCommand<AccountsCommand>(program, argv, (pass) => {
    const addUserCommand = (name: string, description: string) =>
      addCommand(program, name, description)
        .requiredOption('--account <ACCOUNT>', 'name of the account')
        .requiredOption('--email <ADDRESS>', 'e-mail address that the user signs in with');
    const passwordOption = [
      '--password-stdin',
      'the password is the first line of standard input; without it one is generated and printed once',
    ] as const;
    addUserCommand('create', 'creates an owner of a new or an existing account')
      .option('--name <NAME>', 'name of the owner (the address)')
      .option(...passwordOption)
      .action((typed: TypedUser) => pass(toCreation(typed)));
    addUserCommand(
      'password',
      'gives a user a new password and signs them out everywhere; their API keys and webhooks stay active',
    )
      .option(...passwordOption)
      .action(({ account, email, passwordStdin = false }: TypedUser) =>
        pass({ kind: 'password', account, email: email.toLowerCase(), readsPassword: passwordStdin }),
      );
    addUserCommand('end', 'ends everything that acts for a user: sign-ins and API keys; webhooks are disabled').action(
      ({ account, email }: TypedUser) => pass({ kind: 'end', account, email: email.toLowerCase() }),
    );
    addCommand(program, 'list', 'lists the accounts and their users').action(() => pass({ kind: 'list' }));
    addCommand(program, 'deactivate', 'locks users out, with their tokens and API keys')
      .requiredOption('--account <ACCOUNT>', 'name of the account')
      .option('--email <ADDRESS>', 'e-mail address of the user (all users of the account)')
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

function toCreation({ account, email, name = email, passwordStdin = false }: TypedUser): Creation {
  requireTypable('account', account);
  requireTypable('email', email);
  requireTypable('name', name);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new ConfigError(`--email takes an address such as els@till.example, not "${email}".`);
  }
  return { kind: 'create', account, email: email.toLowerCase(), name, readsPassword: passwordStdin };
}

/** Refuses text that the owner could not type again at the sign-in. */
function requireTypable(option: keyof typeof MAX_LENGTHS, text: string): void {
  const maxLength = MAX_LENGTHS[option];
  if (text.length <= maxLength && text.trim() === text && text !== '' && !INVISIBLE.test(text)) return;
  throw new ConfigError(
    `--${option} takes up to ${maxLength} visible characters, without a space at the start or end.`,
  );
}

type Accounts = ReturnType<typeof createAccountsRepository>;

export interface AccountsDeps {
  readonly accounts: Pick<Accounts, 'addOwner' | 'listUsers' | 'changePassword' | 'revokeAccess' | 'deactivate'>;
  readonly hash: (password: string) => Promise<string>;
  /** The first line of standard input. */
  readonly readPassword: () => Promise<string>;
  /** Generates a new one at each call. */
  readonly makePassword: () => string;
  readonly now: () => number;
}

const MIN_PASSWORD_LENGTH = 12;

const MAX_PASSWORD_LENGTH = 1024;

const HEADER = ['ACCOUNT', 'E-MAIL', 'NAME', 'ROLES', 'MAY SIGN IN'];

/** Runs a command and returns the lines to print. Throws `CommandError`. */
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
      return deactivateUsers(command.account, command.email, deps);
  }
}

async function createOwner(
  { account, email, name, readsPassword }: Creation,
  { accounts, hash, ...passwords }: AccountsDeps,
): Promise<readonly string[]> {
  const password = await choosePassword(readsPassword, passwords);
  const isNew = await accounts.addOwner({ account, email, name, passwordHash: await hash(password) });
  if (!isNew) throw new CommandError(`Account ${account} already has a user ${email}.`);
  return [
    `${email} signs in to account ${account} as its owner.`,
    ...(readsPassword ? [] : formatGeneratedPassword(password)),
  ];
}

async function changePassword(
  { account, email, readsPassword }: PasswordChange,
  { accounts, hash, ...passwords }: AccountsDeps,
): Promise<readonly string[]> {
  const password = await choosePassword(readsPassword, passwords);
  const remaining = await accounts.changePassword({ account, email, passwordHash: await hash(password) });
  if (remaining === null) throw new CommandError(`Account ${account} has no user ${email}.`);
  return [
    `${email} of account ${account} has a new password and is signed out everywhere.`,
    ...formatRemaining(remaining, { account, email }),
    ...(readsPassword ? [] : formatGeneratedPassword(password)),
  ];
}

/** If the password was stolen, the operator has to know what the thief may have created. */
function formatRemaining(
  { apiKeys, webhooks }: NonNullable<Awaited<ReturnType<Accounts['changePassword']>>>,
  { account, email }: UserName,
): readonly string[] {
  if (apiKeys === 0 && webhooks === 0) return [];
  return [
    `Their API keys (${apiKeys}) and active webhooks (${webhooks}) still work. End all of them with`,
    '',
    `  npm run accounts -- end --account ${quoteShellWord(account)} --email ${quoteShellWord(email)}`,
    '',
    ...(apiKeys === 0 ? [] : ['End one key with', '', '  npm run keys -- revoke ID', '']),
  ];
}

/** A text as one word of a POSIX shell. */
function quoteShellWord(text: string): string {
  return /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

async function endAll({ account, email }: UserName, { accounts, now }: AccountsDeps): Promise<readonly string[]> {
  const ended = await accounts.revokeAccess({ account, email, at: now() });
  if (ended === null) throw new CommandError(`Account ${account} has no user ${email}.`);
  const { tokens, apiKeys, webhooks } = ended;
  return [
    `Ended for ${email} of account ${account}: sign-ins ${tokens}, API keys ${apiKeys}, webhooks ${webhooks}.`,
    'Anyone who knows the password can sign in again: change it with npm run accounts -- password.',
  ];
}

async function choosePassword(
  readsPassword: boolean,
  { readPassword, makePassword }: Pick<AccountsDeps, 'readPassword' | 'makePassword'>,
): Promise<string> {
  if (!readsPassword) return makePassword();
  const password = await readPassword();
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return password;
  throw new CommandError(
    `The first line of standard input must be a password of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  );
}

function formatGeneratedPassword(password: string): readonly string[] {
  return ['', `  ${password}`, '', 'This password is not printed again: store it now.'];
}

function listUsers(users: Awaited<ReturnType<Accounts['listUsers']>>): readonly string[] {
  if (users.length === 0) return ['There are no accounts.'];
  const rows = users.map(({ account, email, name, roles, is_active: isActive }) =>
    email === null ? [account, '(nobody)'] : [account, email, name ?? '', roles ?? '', isActive === 1 ? 'yes' : 'no'],
  );
  return formatTable([HEADER, ...rows]);
}

async function deactivateUsers(
  account: string,
  email: string | null,
  { accounts }: AccountsDeps,
): Promise<readonly string[]> {
  const count = await accounts.deactivate(account, email);
  const who = email === null ? `account ${account}` : `${email} of account ${account}`;
  if (count === 0) throw new CommandError(`No user found for ${who}; list shows the users.`);
  return [email === null ? `No user of ${who} can sign in now (users: ${count}).` : `${who} can no longer sign in.`];
}

/** Letters and digits that do not look alike. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 5;
const PASSWORD_GROUP_LENGTH = 5;

/** 123 random bits, in groups that are easy to read aloud: `k7f3m-…`. */
export function generatePassword(): string {
  const letter = () => PASSWORD_LETTERS.charAt(randomInt(PASSWORD_LETTERS.length));
  const group = () => Array.from({ length: PASSWORD_GROUP_LENGTH }, letter).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

/** Tilldesk may be running. */
async function accounts(print: (line: string) => void): Promise<number> {
  const argv = process.argv.slice(2);
  const { command, store: choice } = readAccountsCommand(argv);
  const store = await openStoreAt(locateStore(choice, getSources(argv)));
  try {
    const lines = await runAccountsCommand(command, {
      accounts: createAccountsRepository(store.db),
      hash: createPasswordHasher().hash,
      readPassword: async () => (await textOf(process.stdin)).replace(/\r?\n.*$/s, ''),
      makePassword: generatePassword,
      now: systemClock.now,
    });
    lines.forEach(print);
    return 0;
  } finally {
    await store.close();
  }
}

if (import.meta.main) process.exitCode = await answerCommand(accounts);
