import { ROLES, type Role } from '../../shared/contract/auth.ts';
import { foldName } from '../base/caller.ts';
import { type Refuse, readOperatorFile } from './operator-file.ts';

/** What the operator allows a user of a StoreKeeper account here; StoreKeeper says nothing of roles. */
export interface StoreKeeperUser {
  /** As `foldName` writes it. */
  readonly account: string;
  /** The same; of a channel key `channel:` and the name of the channel. */
  readonly email: string;
  /** Null for what they signed in with. */
  readonly name: string | null;
  readonly role: Role;
  /** The one location that they see; null for all. */
  readonly location: { readonly id: number; readonly title: string } | null;
}

const MEMBERS = ['account', 'email', 'name', 'role', 'location'];

/**
 * Reads `{"users": [{"account": "winkel", "email": "jan@winkel.nl", "role": "staff", "location": {"id": 1000000003, "title":
 * "Utrecht"}}]}`; the id is that of `GET /api/locations`. Without the file, and for a user who is not in it, the user is an
 * owner of all that StoreKeeper shows them. Throws `StartError`.
 */
export function readStoreKeeperUsers(file: string): readonly StoreKeeperUser[] {
  const known = new Set<string>();
  return readOperatorFile(file, 'users', MEMBERS, (entry, refuse) => {
    const user = readUser(entry, refuse);
    const name = JSON.stringify([user.account, user.email]);
    if (known.has(name)) throw refuse('is of a user who has an entry already, perhaps in another spelling');
    known.add(name);
    return user;
  });
}

function readUser(entry: Readonly<Record<string, unknown>>, refuse: Refuse): StoreKeeperUser {
  const { account, email, name, role, location } = entry;
  if (!isText(account) || !isText(email)) throw refuse('must have an "account" and an "email"');
  if (name !== undefined && !isText(name)) throw refuse('has a "name" that is no text');
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw refuse(`must have a "role" that is one of ${ROLES.join(', ')}`);
  return {
    account: foldName(account),
    email: foldName(email),
    name: name ?? null,
    role: known,
    location: readLocation(location, refuse),
  };
}

function readLocation(location: unknown, refuse: Refuse): StoreKeeperUser['location'] {
  if (location === undefined) return null;
  if (typeof location === 'object' && location !== null && 'id' in location && 'title' in location) {
    const { id, title } = location;
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && isText(title)) return { id, title };
  }
  throw refuse('has a "location" that is not an "id" and a "title"');
}

/** Null for a user who is not listed. Every spelling of a listed name finds its entry, so that none restores rights. */
export function findStoreKeeperUser(
  users: readonly StoreKeeperUser[],
  account: string,
  email: string,
): StoreKeeperUser | null {
  return users.find((user) => user.account === foldName(account) && user.email === foldName(email)) ?? null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
