import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  type OwnedApiKeyRecord,
  readApiKeyTerms,
} from '../../shared/contract/api-key.ts';
import type { SignedInCaller } from '../base/caller.ts';
import { CommandError } from '../base/command-error.ts';
import type { KeysCommand } from './keys-command.ts';
import { createdKeyLines, keyTableLines } from './keys-lines.ts';

/** With what acts for them at another deployment, where they are. */
type KeyUser = Pick<SignedInCaller, 'accountId' | 'userId' | 'grant' | 'grantExpiresAt'>;
export type KeyOwnerName = Pick<Extract<KeysCommand, { kind: 'create' }>, 'account' | 'email' | 'platform'>;

/** The keys as the operator of this computer reaches them: those of every user. */
export interface OperatorKeys {
  /** Null for a user who does not exist or may not sign in, and whom the key of another deployment is not of. */
  findUser(who: KeyOwnerName): Promise<KeyUser | null>;
  create(user: KeyUser, terms: ApiKeyTerms): Promise<{ readonly record: ApiKeyRecord; readonly key: string }>;
  list(): Promise<readonly OwnedApiKeyRecord[]>;
  /** False where there is no such key. */
  revoke(id: number): Promise<boolean>;
}

export interface KeysDeps {
  readonly keys: OperatorKeys;
  readonly now: () => number;
  /** Where the API answers, or will by default, for a command that can be copied. */
  readonly apiAddress: string;
  readonly isRunning: boolean;
}

/** Runs a command and answers what to tell the operator. Throws `CommandError` and `ApiKeyTermsError`. */
export async function runKeysCommand(
  command: Exclude<KeysCommand, { kind: 'help' }>,
  deps: KeysDeps,
): Promise<readonly string[]> {
  switch (command.kind) {
    case 'create':
      return createKey(command, deps);
    case 'list':
      return listKeys(command.account, deps);
    case 'revoke':
      return revokeKey(command.id, deps);
  }
}

async function createKey(
  { account, email, platform, name, expiresOn }: Extract<KeysCommand, { kind: 'create' }>,
  { keys, now, apiAddress, isRunning }: KeysDeps,
): Promise<readonly string[]> {
  const terms = readApiKeyTerms({ name, expiresOn }, now());
  const user = await keys.findUser({ account, email, platform });
  if (!user) throw new CommandError(absenceOf({ account, email, platform }));
  const { record, key } = await keys.create(user, terms);
  return createdKeyLines(record, key, { apiAddress, isRunning });
}

function absenceOf({ account, email, platform }: KeyOwnerName): string {
  return platform === null
    ? `No user ${email} of account ${account} can sign in here.`
    : `The key is none of user ${email} of account ${account} at ${platform}: it is another one's, expired or revoked.`;
}

async function listKeys(account: string | null, { keys, now }: KeysDeps): Promise<readonly string[]> {
  const all = await keys.list();
  const shown = all.filter((key) => account === null || key.account === account);
  if (shown.length === 0)
    return [account === null ? 'There are no keys.' : `Account ${account} has no keys.`];
  return keyTableLines(shown, now());
}

async function revokeKey(id: number, { keys }: KeysDeps): Promise<readonly string[]> {
  if (!(await keys.revoke(id)))
    throw new CommandError(`There is no key ${id}; list shows those that there are.`);
  return [`Key ${id} is revoked: it is refused from now on.`];
}
