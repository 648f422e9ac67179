import { describe, expect, it } from 'vitest';
import { createPlatformHeader } from '../../../electron/session/platform-header.ts';

const TILL = 'https://till.example/shop';

describe('platform marks', () => {
  it('refuse every mark of which one character was changed', () => {
    const { mark, read } = createPlatformHeader();
    const own = mark(TILL);
    const changed = [...own].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return own.slice(0, at) + other + own.slice(at + 1);
    });
    expect(changed.filter((forged) => read(forged)?.platform !== undefined)).toEqual([]);
  });

  it('refuse what another process made', () => {
    expect(createPlatformHeader().read(createPlatformHeader().mark(TILL))).toBeNull();
  });

  it.each([undefined, '', 'v1..', TILL, `v1.${'A'.repeat(5_000)}.${'A'.repeat(43)}`])(
    'refuse %s, which is none',
    (value) => {
      expect(createPlatformHeader().read(value)).toBeNull();
    },
  );

  it.each([TILL, null])('name %s to who made them', (platform) => {
    const { mark, read } = createPlatformHeader();
    expect(read(mark(platform))).toEqual({ platform, isTyped: true });
  });

  it('fit in a header, for the longest address too', () => {
    const { mark, read } = createPlatformHeader();
    const longest = `https://${'a'.repeat(2_040)}`;
    expect(mark(longest)).toMatch(/^[\w.-]{1,3000}$/);
    expect(read(mark(longest))).toEqual({ platform: longest, isTyped: true });
  });
});
