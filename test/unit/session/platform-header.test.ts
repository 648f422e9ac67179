import { describe, expect, it } from 'vitest';
import { createPlatformHeader } from '../../../electron/session/platform-header.ts';

const TILL = 'https://till.example/shop';
const OWNER = { account: 'demo', email: 'owner@demo.example', password: 'geheim' };

describe('platform marks', () => {
  it('refuse every mark of which one character was changed', () => {
    const { mark, read } = createPlatformHeader();
    const own = mark(TILL);
    const changed = [...own].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return own.slice(0, at) + other + own.slice(at + 1);
    });
    expect(changed.filter((forged) => read(forged, OWNER)?.platform !== undefined)).toEqual([]);
  });

  it('refuse what another process made', () => {
    expect(createPlatformHeader().read(createPlatformHeader().mark(TILL), OWNER)).toBeNull();
  });

  it.each([undefined, '', 'v1..', TILL, `v1.${'A'.repeat(5_000)}.${'A'.repeat(43)}`])(
    'refuse %s, which is none',
    (value) => {
      expect(createPlatformHeader().read(value, OWNER)).toBeNull();
    },
  );

  it.each([TILL, null])('name %s to who made them', (platform) => {
    const { mark, read } = createPlatformHeader();
    expect(read(mark(platform), OWNER)).toEqual({ platform, isTyped: true, isRemembered: false });
  });

  it.each([
    ['password', { password: 'other' }],
    ['user', { email: 'staff@demo.example' }],
    ['account', { account: 'other' }],
  ])('say of remembered credentials that they are that, and not of another %s', (_what, other) => {
    const { mark, read } = createPlatformHeader();
    const own = mark(TILL, false, OWNER);
    expect(read(own, OWNER)).toEqual({ platform: TILL, isTyped: false, isRemembered: true });
    expect(read(own, { ...OWNER, ...other })).toMatchObject({ isRemembered: false });
    expect(own).not.toContain(Buffer.from(OWNER.password).toString('base64url'));
  });

  it('fit in a header, for the longest address too', () => {
    const { mark, read } = createPlatformHeader();
    const longest = `https://${'a'.repeat(2_040)}`;
    expect(mark(longest)).toMatch(/^[\w.-]{1,3000}$/);
    expect(read(mark(longest), OWNER)).toEqual({ platform: longest, isTyped: true, isRemembered: false });
  });
});
