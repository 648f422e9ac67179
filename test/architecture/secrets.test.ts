import { describe, expect, it } from 'vitest';
import { compareSecretsSafely } from './rules/compare-secrets-safely.ts';
import { breachesOf } from './sources/breaches-of.ts';

const found = (text: string) => compareSecretsSafely({ path: 'electron/service/guard.ts', text });

describe('secrets', () => {
  it('are compared in constant time alone', () => {
    expect(breachesOf(compareSecretsSafely)).toEqual([]);
  });

  it.each([
    'if (token === expected) go();',
    'if (given !== stored.token_hash) stop();',
    'const isSame = apiKey == other;',
    'const isSame = header.signature != mine();',
    'const isSame = mine === secretHash(text);',
    'const isSame = user?.passwordHash === hash;',
  ])('are seen compared in %s', (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    'if (token === null || hash === undefined) stop();',
    "if (url.hash !== '') stop();",
    "if (typeof token !== 'string') stop();",
    'if (before.body_hash !== bodyHash) stop();',
    'if (tokenCount === limit) stop();',
    'if (isSameSecret(token, expected)) go();',
  ])('are not seen in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
