import { describe, expect, it } from 'vitest';
import { readAccountsCommand } from '../../../electron/cli/accounts.ts';
import { ConfigError } from '../../../electron/config/config.ts';

const CREATE = ['create', '--account', 'Van Dijk', '--email', 'Els@Till.example'];

describe('readAccountsCommand', () => {
  it('reads the owner of an account, and the e-mail address in lower case', () => {
    expect(readAccountsCommand(CREATE).command).toEqual({
      kind: 'create',
      account: 'Van Dijk',
      email: 'els@till.example',
      name: 'Els@Till.example',
      readsPassword: false,
    });
    const named = [...CREATE, '--name', 'Els', '--password-stdin', '--database-url-file', '/url'];
    expect(readAccountsCommand(named)).toMatchObject({
      command: { name: 'Els', readsPassword: true },
      store: { database: { 'database-url-file': '/url' } },
    });
  });

  it('reads list, and deactivate for one user or a whole account', () => {
    expect(readAccountsCommand(['list', '--data-dir', '/d'])).toEqual({
      command: { kind: 'list' },
      store: { dataDir: '/d', database: {} },
    });
    const all = ['deactivate', '--account', 'demo'];
    expect(readAccountsCommand(all).command).toMatchObject({ account: 'demo', email: null });
    expect(readAccountsCommand([...all, '--email', 'A@b']).command).toMatchObject({ email: 'a@b' });
  });

  it.each([
    [['create', '--account', 'a'], 'create needs --email'],
    [['create', '--account', '', '--email', 'a@b'], 'create needs --account'],
    [['create', '--account', ' a', '--email', 'a@b'], '--account takes up to 200 visible characters'],
    [['create', '--account', 'a\u202eb', '--email', 'a@b'], '--account takes up to 200 visible characters'],
    [['create', '--account', 'a'.repeat(201), '--email', 'a@b'], '--account takes up to 200 visible characters'],
    [['create', '--account', 'a', '--email', 'els'], '--email takes an address'],
    [['create', '--account', 'a', '--email', 'a@b', '--password', 'x'], "Unknown option '--password'"],
    [['list', '--account', 'a'], 'takes no --account'],
    [['deactivate'], 'deactivate needs --account'],
    [['end', '--account', 'a'], 'end needs --email'],
    [['remove'], 'There is no command "remove"'],
  ])('refuses %j in one sentence', (argv, sentence) => {
    expect(() => readAccountsCommand(argv)).toThrow(ConfigError);
    expect(() => readAccountsCommand(argv)).toThrow(sentence);
    expect(() => readAccountsCommand(argv)).toThrow(/^[^\n]+\.$/);
  });
});
