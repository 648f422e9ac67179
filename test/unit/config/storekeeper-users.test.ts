import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { findStoreKeeperUser, readStoreKeeperUsers } from '../../../electron/config/storekeeper-users.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function reading(content: unknown) {
  const file = join(temporaryFolder(), 'storekeeper-users.json');
  writeFileSync(file, JSON.stringify(content));
  return () => readStoreKeeperUsers(file);
}

const JAN = { account: 'winkel', email: 'Jan@winkel.example', role: 'staff' };

describe('what the operator allows users of StoreKeeper accounts', () => {
  it('is nothing in particular without the file', () => {
    expect(readStoreKeeperUsers(join(temporaryFolder(), 'storekeeper-users.json'))).toEqual([]);
  });

  it('is a role, and perhaps one location and a name', () => {
    const location = { id: 1_000_000_003, title: 'Utrecht' };
    expect(reading({ users: [JAN, { ...JAN, account: ' Zaak', name: 'Jan de Wit', location }] })()).toEqual([
      { account: 'winkel', email: 'jan@winkel.example', name: null, role: 'staff', location: null },
      { account: 'zaak', email: 'jan@winkel.example', name: 'Jan de Wit', role: 'staff', location },
    ]);
  });

  it('is said once of a user', () => {
    expect(reading({ users: [JAN, { ...JAN, email: ' jan@WINKEL.example', role: 'owner' }] })).toThrow(
      'has an entry already',
    );
  });

  it.each(['JAN@winkel.example ', 'j\u00adan@winkel.example', 'ｊan@winkel.example', 'ján@winkel.example'])(
    'is the same if the user writes %j',
    (email) => {
      expect(findStoreKeeperUser(reading({ users: [JAN] })(), ' Winkel', email)).toMatchObject({ role: 'staff' });
    },
  );

  it.each([
    [{ ...JAN, email: '' }, 'must have an "account" and an "email"'],
    [{ ...JAN, role: 'boss' }, 'must have a "role" that is one of'],
    [{ ...JAN, location: 3 }, 'has a "location" that is not an "id" and a "title"'],
    [{ ...JAN, location: { id: 0, title: 'Utrecht' } }, 'has a "location" that is not an "id" and a "title"'],
    [{ ...JAN, name: 7 }, 'has a "name" that is no text'],
    [{ ...JAN, password: 'x' }, 'has "password", which means nothing'],
  ])('stops the start for %j', (user, reason) => {
    expect(reading({ users: [user] })).toThrow(StartError);
    expect(reading({ users: [user] })).toThrow(reason);
  });
});
