import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_KEY_PATTERN, generateApiKey, isApiKeyForm } from '../../../../electron/service/security/api-key-format.ts';
import { createTypos } from '../../../support/typed-wrongly.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Created with another implementation of CRC32. */
const KNOWN_KEYS = [
  'tdk_0000000000000000000000000000002C8GjS',
  'tdk_Tilldesk0123456789abcdefghijAB019cAq',
  'tdk_zYxWvUtSrQpOnMlKjIhGfEdCbA98761X78mm',
];

describe('generateApiKey', () => {
  it('is tdk_ and 36 characters of base 62, and passes its own check', () => {
    const key = generateApiKey();
    expect(key).toMatch(/^tdk_[0-9A-Za-z]{36}$/);
    expect(isApiKeyForm(key)).toBe(true);
  });

  it('has the format that is published for secret scanners', () => {
    for (const key of KNOWN_KEYS) expect(key).toMatch(new RegExp(`^${API_KEY_PATTERN}$`));
  });

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, generateApiKey)).size).toBe(1_000);
  });

  it('uses every character equally often', () => {
    const drawn = Array.from({ length: 2_000 }, () => generateApiKey().slice(4, 34)).join('');
    const counts = [...BASE62].map((character) => drawn.split(character).length - 1);
    // 967 of each are expected, with a standard deviation of 31. Eight deviations never occur by chance.
    expect(Math.min(...counts)).toBeGreaterThan(720);
    expect(Math.max(...counts)).toBeLessThan(1_215);
  });
});

describe('isApiKeyForm', () => {
  it.each(KNOWN_KEYS)('accepts %s', (key) => {
    expect(isApiKeyForm(key)).toBe(true);
  });

  it.each([
    '',
    'tdk_',
    KNOWN_KEYS[1]?.slice(4) ?? '',
    KNOWN_KEYS[1]?.replace('tdk_', 'TDK_') ?? '',
    `${KNOWN_KEYS[1]}\n`,
    ` ${KNOWN_KEYS[1]}`,
  ])('refuses %j', (text) => {
    expect(isApiKeyForm(text)).toBe(false);
  });

  it.each(KNOWN_KEYS)('detects every single mistake in %s', (key) => {
    const mistakes = createTypos(key, `${BASE62}-_.`);
    fc.assert(
      fc.property(mistakes, (typed) => !isApiKeyForm(typed)),
      { seed: 35, numRuns: 10_000 },
    );
  });

  it('detects every replacement of one character', () => {
    for (const key of KNOWN_KEYS) {
      for (let at = 4; at < key.length; at += 1) {
        const others = [...BASE62].filter((character) => character !== key[at]);
        const known = others.filter((other) => isApiKeyForm(key.slice(0, at) + other + key.slice(at + 1)));
        expect(known).toEqual([]);
      }
    }
  });
});
