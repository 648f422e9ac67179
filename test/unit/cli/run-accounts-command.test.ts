import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../electron/base/errors.ts';
import { type AccountsDeps, generatePassword, runAccountsCommand } from '../../../electron/cli/accounts.ts';

const CREATE = {
  kind: 'create',
  account: 'alpha',
  email: 'els@alpha.example',
  name: 'Els',
  readsPassword: false,
} as const;

const NOTHING = { apiKeys: 0, webhooks: 0 };

function deps(changes: Partial<AccountsDeps['accounts']> = {}, typed = ''): AccountsDeps {
  return {
    accounts: {
      addOwner: async () => true,
      listUsers: async () => [],
      changePassword: async () => NOTHING,
      revokeAccess: async () => ({ ...NOTHING, tokens: 0 }),
      deactivate: async () => 1,
      ...changes,
    },
    hash: async (password) => `hash of ${password}`,
    readPassword: async () => typed,
    makePassword: () => 'made-up',
    now: () => 5_000,
  };
}

describe('accounts create', () => {
  it('shows a generated password once, and stores only its hash', async () => {
    const kept: Parameters<AccountsDeps['accounts']['addOwner']>[0][] = [];
    const addOwner: AccountsDeps['accounts']['addOwner'] = async (owner) => kept.push(owner) > 0;
    const lines = await runAccountsCommand(CREATE, deps({ addOwner }));
    expect(lines.filter((line) => line.includes('made-up'))).toEqual(['  made-up']);
    expect(kept).toEqual([
      { account: 'alpha', email: 'els@alpha.example', name: 'Els', passwordHash: 'hash of made-up' },
    ]);
  });

  it('never prints a password that was given to it', async () => {
    const given = { ...CREATE, readsPassword: true };
    const lines = await runAccountsCommand(given, deps({}, 'correct horse battery'));
    expect(lines).toEqual(['els@alpha.example signs in to account alpha as its owner.']);
  });

  it.each(['', 'too short', 'x'.repeat(1025)])('refuses the password "%s"', async (typed) => {
    const given = { ...CREATE, readsPassword: true };
    await expect(runAccountsCommand(given, deps({}, typed))).rejects.toThrow(CommandError);
  });

  it('says that the user exists already', async () => {
    const running = runAccountsCommand(CREATE, deps({ addOwner: async () => false }));
    await expect(running).rejects.toThrow('Account alpha already has a user els@alpha.example.');
  });
});

describe('accounts password', () => {
  const CHANGE = { ...CREATE, kind: 'password' } as const;

  it('shows a generated password once, and says what ends with the old one', async () => {
    const kept: unknown[] = [];
    const changePassword = async (user: unknown) => {
      kept.push(user);
      return NOTHING;
    };
    const lines = await runAccountsCommand(CHANGE, deps({ changePassword }));
    expect(lines[0]).toContain('is signed out everywhere');
    expect(lines.filter((line) => line.includes('made-up'))).toEqual(['  made-up']);
    expect(kept).toEqual([{ account: 'alpha', email: 'els@alpha.example', passwordHash: 'hash of made-up' }]);
  });
});

describe('an operator whose user’s password was stolen', () => {
  const CHANGE = { ...CREATE, kind: 'password', account: "Els's shop" } as const;

  it('is told what the thief can still use, and how to end that', async () => {
    const changePassword = async () => ({ apiKeys: 2, webhooks: 1 });
    const lines = await runAccountsCommand(CHANGE, deps({ changePassword }));
    expect(lines).toContain('Their API keys (2) and active webhooks (1) still work. End all of them with');
    expect(lines).toContain("  npm run accounts -- end --account 'Els'\\''s shop' --email els@alpha.example");
    expect(lines).toContain('  npm run keys -- revoke ID');
  });

  it('can end all of it, and is told how much it was', async () => {
    const asked: unknown[] = [];
    const revokeAccess = async (user: unknown) => {
      asked.push(user);
      return { tokens: 3, apiKeys: 2, webhooks: 1 };
    };
    const { account, email } = CREATE;
    const lines = await runAccountsCommand({ kind: 'end', account, email }, deps({ revokeAccess }));
    expect(lines[0]).toBe('Ended for els@alpha.example of account alpha: sign-ins 3, API keys 2, webhooks 1.');
    expect(asked).toEqual([{ account, email, at: 5_000 }]);
    const nobody = runAccountsCommand({ kind: 'end', account, email }, deps({ revokeAccess: async () => null }));
    await expect(nobody).rejects.toThrow('Account alpha has no user els@alpha.example.');
  });
});

describe('accounts list', () => {
  it('lists who may sign in, with control characters as question marks', async () => {
    const els = { account: 'alpha', email: 'els@alpha.example', name: 'E\u001bls', roles: 'owner' };
    const users = [
      { ...els, is_active: 1 },
      { ...els, email: 'piet@alpha.example', is_active: 0 },
      { account: 'beta', email: null, name: null, roles: null, is_active: null },
    ] as const;
    const lines = await runAccountsCommand({ kind: 'list' }, deps({ listUsers: async () => [...users] }));
    expect(lines).toEqual([
      'ACCOUNT  E-MAIL              NAME  ROLES  MAY SIGN IN',
      'alpha    els@alpha.example   E?ls  owner  yes',
      'alpha    piet@alpha.example  E?ls  owner  no',
      'beta     (nobody)',
    ]);
    expect(await runAccountsCommand({ kind: 'list' }, deps())).toEqual(['There are no accounts.']);
  });
});

describe('accounts deactivate', () => {
  it('says who can no longer sign in, or that there is no such user', async () => {
    const all = { kind: 'deactivate', account: 'demo', email: null } as const;
    expect(await runAccountsCommand(all, deps({ deactivate: async () => 3 }))).toEqual([
      'No user of account demo can sign in now (users: 3).',
    ]);
    const running = runAccountsCommand(all, deps({ deactivate: async () => 0 }));
    await expect(running).rejects.toThrow('No user found for account demo');
  });
});

describe('generatePassword', () => {
  it('makes a different password of 25 letters every time', () => {
    const made = Array.from({ length: 100 }, generatePassword);
    expect(new Set(made).size).toBe(100);
    for (const password of made) expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/);
  });
});
