import { describe, expect, it } from 'vitest';
import { isSameSecret } from '../../../electron/base/secret-hash.ts';

describe('isSameSecret', () => {
  it.each([
    ['', '', true],
    ['geheim', 'geheim', true],
    ['geheim', 'geheiM', false],
    ['geheim', 'geheim ', false],
    ['geheim', '', false],
    ['é', 'e', false],
  ])('compares %j with %j as %s, and never throws', (left, right, isSame) => {
    expect(isSameSecret(left, right)).toBe(isSame);
  });
});
