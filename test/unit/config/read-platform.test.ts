import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../electron/base/errors.ts';
import { readPlatform } from '../../../electron/config/config.ts';
import { createGivenOptions } from '../../../electron/config/options.ts';

const typed = (platform: string) => () => readPlatform(createGivenOptions({ platform }, {}));

describe('--platform', () => {
  it.each(['http://till.example', 'http://192.168.1.20:4870'])(
    'refuses %s, to which passwords would be sent unencrypted',
    (address) => {
      expect(typed(address)).toThrow(ConfigError);
      expect(typed(address)).toThrow('--platform takes an https:// address');
    },
  );

  it('does not repeat what may hold a password', () => {
    expect(typed('https://owner:secret@till.example')).toThrow(
      '--platform takes an address such as https://till.example, without user, query or fragment.',
    );
  });

  it.each([
    ['https://Till.example/shop/', 'https://till.example/shop'],
    ['http://127.0.0.1:4870/api', 'http://127.0.0.1:4870'],
  ])('reads %s as %s', (address, read) => {
    expect(typed(address)()).toBe(read);
  });

  it('can be set by the variable TILLDESK_PLATFORM, overrides it, or is absent', () => {
    const env = { TILLDESK_PLATFORM: 'https://variable.example' };
    expect(readPlatform(createGivenOptions({}, env))).toBe('https://variable.example');
    expect(readPlatform(createGivenOptions({ platform: 'https://option.example' }, env))).toBe(
      'https://option.example',
    );
    expect(readPlatform(createGivenOptions({}, {}))).toBeNull();
  });
});
