import { describe, expect, it } from 'vitest';
import { type KeysCommand, type OperatorKeys, runKeysCommand } from '../../../electron/cli/keys.ts';
import type { OwnedApiKeyRecord } from '../../../shared/contract/api-keys.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const USER = { accountId: 1, userId: 7 };
const EXCEL: OwnedApiKeyRecord = {
  id: 5,
  name: 'Excel',
  prefix: null,
  account: 'demo',
  email: 'owner@demo.example',
  platform: null,
  createdAt: Date.parse('2026-11-01T09:00:00Z'),
  expiresAt: null,
  personalData: true,
  lastUsedAt: Date.parse('2026-11-20T15:30:00Z'),
};
const OLD: OwnedApiKeyRecord = {
  ...EXCEL,
  id: 6,
  name: 'Bell\u0007\u001b[2J',
  account: 'kluwen',
  expiresAt: NOW,
  lastUsedAt: null,
};

function run(command: Exclude<KeysCommand, { kind: 'help' }>, changes: Partial<OperatorKeys> = {}) {
  const keys: OperatorKeys = {
    findUser: async ({ account }) => (account === 'demo' ? USER : null),
    create: async (_user, terms) => ({ record: { ...EXCEL, ...terms }, key: 'tdk_made' }),
    list: async () => [EXCEL, OLD],
    revoke: async (id) => id === EXCEL.id,
    ...changes,
  };
  return runKeysCommand(command, {
    keys,
    now: () => NOW,
    apiAddress: 'http://127.0.0.1:4999',
    isRunning: false,
  });
}

const CREATE = {
  kind: 'create',
  account: 'demo',
  email: 'owner@demo.example',
  name: 'Excel',
  expiresOn: null,
  personalData: false,
  platform: null,
} as const;

describe('keys create', () => {
  it('shows the key once, with an example command for the address of the API', async () => {
    const text = (await run(CREATE)).join('\n');
    expect(text).toContain('  tdk_made\n');
    expect(text).toContain('is not printed again');
    expect(text).toContain('To try it, once Tilldesk runs:');
    expect(text).toContain('curl -H "Authorization: Bearer tdk_made" "http://127.0.0.1:4999/api/products?limit=5"');
  });

  it('makes the key valid to the end of its last day in Amsterdam time', async () => {
    const asked: unknown[] = [];
    const create: OperatorKeys['create'] = async (user, terms) => {
      asked.push([user, terms]);
      return { record: { ...EXCEL, ...terms }, key: 'tdk_made' };
    };
    const [line] = await run({ ...CREATE, expiresOn: '2027-03-28' }, { create });
    expect(asked).toEqual([
      [USER, { name: 'Excel', expiresAt: Date.parse('2027-03-28T22:00:00Z'), personalData: false }],
    ]);
    expect(line).toContain('until 2027-03-29 00:00');
  });

  it.each([
    [{ ...CREATE, account: 'nobody' }, 'Account nobody has no user owner@demo.example'],
    [{ ...CREATE, expiresOn: '2026-11-20' }, 'in the past'],
    [{ ...CREATE, expiresOn: '2027-02-30' }, 'a date such as 2027-12-31'],
    [{ ...CREATE, name: 'x'.repeat(101) }, '1 to 100 characters'],
    [{ ...CREATE, name: '  ' }, '1 to 100 characters'],
    [{ ...CREATE, name: 'Bell\u0007\u001b[31m' }, 'printable'],
    [{ ...CREATE, name: '\u202egnp.key' }, 'printable'],
    [{ ...CREATE, expiresOn: '9999-12-31' }, 'a date such as 2027-12-31'],
  ])('creates no key for %j', async (command, message) => {
    const create = () => Promise.reject(new Error('was asked'));
    await expect(run(command, { create })).rejects.toThrow(message);
  });
});

describe('keys list', () => {
  it('lists the keys of every account in columns, without control characters', async () => {
    expect(await run({ kind: 'list', account: null })).toEqual([
      'ID  NAME       ACCOUNT  USER                PEOPLE  MADE              EXPIRES                  LAST USED',
      '5   Excel      demo     owner@demo.example  yes     2026-11-01 10:00  never                    2026-11-20 16:30',
      '6   Bell??[2J  kluwen   owner@demo.example  yes     2026-11-01 10:00  2026-11-21 13:00 (over)  never',
    ]);
  });

  it('names the deployment of a user whose e-mail address is not known here', async () => {
    const key = { ...EXCEL, email: null, platform: 'https://till.example/shop' };
    const [, line] = await run({ kind: 'list', account: null }, { list: async () => [key] });
    expect(line).toContain('a user of till.example');
    expect(line).not.toContain('(gone)');
  });
});

describe('keys revoke', () => {
  it('says that the key is refused from now on', async () => {
    expect(await run({ kind: 'revoke', id: 5 })).toEqual([
      'Key 5 is revoked: it is refused from now on.',
      'Webhooks that were subscribed with it stay active: npm run accounts -- end ends everything that acts for a user.',
    ]);
  });
});
