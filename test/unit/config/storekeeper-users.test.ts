import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { findStoreKeeperUser, readStoreKeeperUsers } from '../../../electron/config/storekeeper-users.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

function reading(content: unknown) {
  const file = join(createTemporaryFolder(), 'storekeeper-users.json');
  writeFileSync(file, JSON.stringify(content));
  return () => readStoreKeeperUsers(file);
}

const JAN = { account: 'winkel', email: 'Jan@winkel.example', role: 'staff' };

describe('the rights that the operator gives users of StoreKeeper accounts', () => {
  it('are not limited without the file', () => {
    expect(readStoreKeeperUsers(join(createTemporaryFolder(), 'storekeeper-users.json'))).toEqual([]);
  });

  it('are a role, and optionally a location and a name', () => {
    const location = { id: 1_000_000_003, title: 'Utrecht' };
    expect(reading({ users: [JAN, { ...JAN, account: ' Zaak', name: 'Jan de Wit', location }] })()).toEqual([
      { account: 'winkel', email: 'jan@winkel.example', name: null, role: 'staff', location: null },
      { account: 'zaak', email: 'jan@winkel.example', name: 'Jan de Wit', role: 'staff', location },
    ]);
  });

  it('are listed once for each user', () => {
    expect(reading({ users: [JAN, { ...JAN, email: ' jan@WINKEL.example', role: 'owner' }] })).toThrow(
      'has an entry already',
    );
  });

  it.each([
    ['winkel', ' JAN@Winkel.example '],
    ['winkel', 'jan\u00A0@winkel.example'],
    ['winkel', 'ｊａｎ＠winkel.example'],
    ['ｗｉｎｋｅｌ', 'jan@wınkel.example'],
    ['Winkel\u200B', 'j\u00ADa\u200Bn@winkel.example'],
    ['winkel', 'jän@winkél.example'],
    ['winkel', 'jan@win\u212Ael.example'],
  ])('apply to account %j and user %j, who is listed in another spelling', (account, email) => {
    expect(findStoreKeeperUser(reading({ users: [JAN] })(), account, email)).toMatchObject({ role: 'staff' });
  });

  it('apply to nobody else', () => {
    const users = reading({ users: [JAN] })();
    expect(findStoreKeeperUser(users, 'winkel', 'jana@winkel.example')).toBeNull();
    expect(findStoreKeeperUser(users, 'winkel2', 'jan@winkel.example')).toBeNull();
  });

  it.each([
    [{ ...JAN, email: '' }, 'must have "email" set to an e-mail address'],
    [{ ...JAN, role: 'boss' }, 'must have "role" set to one of'],
    [{ ...JAN, location: 3 }, 'must have "location" set to an "id" and a "title"'],
    [{ ...JAN, location: { id: 0, title: 'Utrecht' } }, 'must have "location" set to an "id" and a "title"'],
    [{ ...JAN, name: 7 }, 'must have "name" set to text'],
    [{ ...JAN, password: 'x' }, 'has the unknown member "password"'],
  ])('stop the start if the file holds %j', (user, reason) => {
    expect(reading({ users: [user] })).toThrow(StartError);
    expect(reading({ users: [user] })).toThrow(reason);
  });
});
