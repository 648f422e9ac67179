import { Type } from 'typebox';
import { ROLES, type Role } from '../../shared/contract/auth.ts';
import { foldName } from '../base/caller.ts';
import { readOperatorFile } from './operator-file.ts';

/** What the operator allows a user of a StoreKeeper account here; StoreKeeper has no roles. */
export interface StoreKeeperUser {
  /** As `foldName` writes it. */
  readonly account: string;
  /** Folded too; for a channel key, `channel:` and the name of the channel. */
  readonly email: string;
  /** `null` for the name that they signed in with. */
  readonly name: string | null;
  readonly role: Role;
  /** The only location that they see; `null` for all. */
  readonly location: { readonly id: number; readonly title: string } | null;
}

const Text = (description = 'text') => Type.String({ minLength: 1, description });

const MEMBERS = {
  account: Text('the name of an account'),
  email: Text('an e-mail address'),
  name: Type.Optional(Text()),
  role: Type.Enum(ROLES, { description: `one of ${ROLES.join(', ')}` }),
  location: Type.Optional(
    Type.Object(
      { id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), title: Text() },
      { description: 'an "id" and a "title"' },
    ),
  ),
};

/**
 * Reads `{"users": [{"account": "winkel", "email": "jan@winkel.nl", "role": "staff", "location": {"id": 1000000003,
 * "title": "Utrecht"}}]}`; the id is that of `GET /api/locations`. Without the file, or for a user who is not in it,
 * the user is an owner of all that StoreKeeper shows them. Throws `StartError`.
 */
export function readStoreKeeperUsers(file: string): readonly StoreKeeperUser[] {
  const known = new Set<string>();
  return readOperatorFile(file, 'users', MEMBERS, ({ account: typed, email: given, ...entry }, refuse) => {
    const [account, email] = [foldName(typed), foldName(given)];
    const user = JSON.stringify([account, email]);
    if (known.has(user)) throw refuse('names a user who has an entry already, perhaps in another spelling');
    known.add(user);
    const { name = null, role, location } = entry;
    return { account, email, name, role, location: location ? { id: location.id, title: location.title } : null };
  });
}

/**
 * `null` for a user who is not listed. Every spelling of a listed name finds its entry, so that none restores rights.
 */
export function findStoreKeeperUser(
  users: readonly StoreKeeperUser[],
  account: string,
  email: string,
): StoreKeeperUser | null {
  return users.find((user) => user.account === foldName(account) && user.email === foldName(email)) ?? null;
}
