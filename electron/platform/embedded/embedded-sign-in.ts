import { type Credentials, ROLES, type Role } from '../../../shared/contract/auth.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import { createUsersRepository, type StoredUser } from '../../store/accounts/accounts-repository.ts';
import type { StoreDb } from '../../store/schema.ts';
import { PlatformError } from '../platform-error.ts';

export function createEmbeddedSignIn(db: StoreDb, hasher: PasswordHasher) {
  const users = createUsersRepository(db);

  /** The only moment at which the password is known. */
  async function hashAnew(user: StoredUser, password: string): Promise<void> {
    await users.replacePasswordHash(user, await hasher.hash(password));
  }

  return {
    async signIn({ account, email, password }: Credentials): Promise<Caller> {
      const user = await users.findBySignIn(account, email);
      // One hashing in every case, so that time does not tell whether account and e-mail exist.
      const matches = user
        ? await hasher.verify(password, user.password_hash)
        : await hasher.verifyAgainstNothing(password);
      if (!user || !matches || user.is_active !== 1) throw refusal();
      if (hasher.isOutdated(user.password_hash)) await hashAnew(user, password);
      return toCaller(user);
    },

    async identify({ accountId, userId }: UserReference): Promise<Caller | null> {
      const user = await users.findByReference(accountId, userId);
      return user?.is_active === 1 ? toCaller(user) : null;
    },
  };
}

function refusal(): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail and password do not belong together.');
}

function toCaller(user: StoredUser): Caller {
  return {
    accountId: user.account_id,
    userId: user.id,
    account: user.account_name,
    name: user.name,
    email: user.email,
    roles: user.roles.split(',').map(toRole),
    lockedLocation: lockedLocationOf(user),
  };
}

// Never null for a user with a location, also where that location is gone: null would show them everything.
function lockedLocationOf(user: StoredUser): Caller['lockedLocation'] {
  if (user.locked_location_id === null) return null;
  return { id: user.locked_location_id, title: user.locked_location_title ?? '' };
}

function toRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role) return role;
  throw new Error(`a user has the role "${text}", which does not exist`);
}
