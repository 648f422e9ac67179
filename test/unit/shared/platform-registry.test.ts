import { describe, expect, it } from 'vitest';
import { getAdapter } from '../../../electron/compose/platform-registry.ts';
import { readPlatformChoice, toPlatformChoice } from '../../../renderer/lib/platform-choice.ts';
import { formatPlatform, hasCertificate, readPlatformAddress } from '../../../shared/platform-address.ts';
import { getPlatformKind, PLATFORM_KINDS } from '../../../shared/platforms/registry.ts';

describe.each(PLATFORM_KINDS.map((kind) => [kind.id, kind] as const))('the platform kind %s', (_id, kind) => {
  const stored = `${kind.scheme}https://till.example`;

  it('is recognized by its stored addresses, which its own field and every other reader accept', () => {
    expect(getPlatformKind(stored)).toBe(kind);
    expect(kind.readAddress(stored)).toMatchObject({ ok: true, address: stored });
    expect(readPlatformAddress(stored)).toEqual({ ok: true, address: stored });
    expect(readPlatformChoice(toPlatformChoice(stored))).toEqual({ ok: true, platform: stored });
  });

  it('is shown without its scheme, and proves its identity over HTTPS only', () => {
    expect(formatPlatform(stored)).toBe('till.example');
    expect([hasCertificate(stored), hasCertificate(`${kind.scheme}http://localhost:1`)]).toEqual([true, false]);
  });

  it('has its own adapter', () => {
    const others = PLATFORM_KINDS.filter((other) => other.id !== kind.id);
    const adapters = others.map(({ scheme }) => getAdapter(`${scheme}https://till.example`));
    expect(adapters).not.toContain(getAdapter(stored));
  });

  it('has all its texts in both languages, and those about keys only if it accepts keys', () => {
    for (const texts of Object.values(kind.texts)) {
      expect(Object.values(texts).filter((text) => text === '')).toEqual([]);
      expect(texts.key === null).toBe(kind.key === null);
    }
  });
});

it('no scheme of a platform kind is a prefix of another', () => {
  const schemes = PLATFORM_KINDS.map(({ scheme }) => scheme).filter((scheme) => scheme !== '');
  expect(schemes.every((one) => schemes.filter((other) => other.startsWith(one)).length === 1)).toBe(true);
  expect(PLATFORM_KINDS.filter(({ scheme }) => scheme === '')).toHaveLength(1);
});
