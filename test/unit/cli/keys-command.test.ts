import { describe, expect, it } from 'vitest';
import { readKeysCommand } from '../../../electron/cli/keys.ts';
import { ConfigError } from '../../../electron/config/config.ts';

const read = (line: string) => readKeysCommand(line === '' ? [] : line.split(' '));

describe('readKeysCommand', () => {
  it('reads the options of a new key', () => {
    expect(read('create --account demo --email owner@demo.example --name Excel --expires 2027-01-31')).toEqual({
      command: {
        kind: 'create',
        account: 'demo',
        email: 'owner@demo.example',
        name: 'Excel',
        expiresOn: '2027-01-31',
        personalData: false,
        platform: null,
      },
      store: { database: {} },
    });
  });

  it('creates a key for personal data only on request', () => {
    const { command } = read('create --account demo --email owner@demo.example --name Excel --personal-data');
    expect(command).toMatchObject({ personalData: true });
  });

  it('normalizes the address of another deployment, and accepts HTTPS only', () => {
    const create = 'create --account a --email a@b --name x --platform';
    expect(read(`${create} https://Till.example/`).command).toMatchObject({
      platform: 'https://till.example',
    });
    expect(() => read(`${create} http://till.example`)).toThrow('--platform takes an https:// address');
  });

  it('sends a key over plain HTTP only if told to', () => {
    const create = 'create --account a --email a@b --name x --platform http://127.0.0.1:4870';
    expect(() => read(create)).toThrow(/^Nothing proves .* --accept-unproven-service\.$/);
    const accepted = read(`${create} --accept-unproven-service`);
    expect(accepted.command).toMatchObject({ platform: 'http://127.0.0.1:4870' });
  });

  it('reads list, with or without an account, and revoke', () => {
    expect(read('list').command).toEqual({ kind: 'list', account: null });
    expect(read('list --account demo --data-dir /d')).toEqual({
      command: { kind: 'list', account: 'demo' },
      store: { dataDir: '/d', database: {} },
    });
    expect(read('revoke 12').command).toEqual({ kind: 'revoke', id: 12 });
  });

  it.each([
    ['make', 'There is no command "make"'],
    ['create --email a@b --name x', 'needs --account'],
    ['create --account a --email a@b', 'needs --name'],
    ['create more --account a --email a@b --name x', 'one word too many'],
    ['list --email a@b', 'takes no --email'],
    ['list demo', 'one word too many'],
    ['revoke', 'takes the number of a key'],
    ['revoke all', 'takes the number of a key'],
    ['revoke 1 2', 'one word too many'],
    ['revoke 1 --name x', 'takes no --name'],
    ['list --colour', "Unknown option '--colour'"],
    ['--password secret list', "Unknown option '--password'"],
  ])('refuses "%s"', (line, message) => {
    expect(() => read(line)).toThrow(ConfigError);
    expect(() => read(line)).toThrow(message);
  });
});
