import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedMember } from '../../../../electron/service/server/body-decoder.ts';

describe('findRepeatedMember', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":{"a":1,"b":[{"a":1}],"a":2}}', 'a'],
    ['[{"a":1},{"":1,"":2}]', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a" : "a", "a": "a"}', 'a'],
  ])('finds it in %s', (json, name) => {
    expect(findRepeatedMember(json)).toBe(name);
  });

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":"\\"a\\":1,","b":"{\\"a\\":"}',
    '"a"',
    '[]',
  ])('finds none in %s', (json) => {
    expect(findRepeatedMember(json)).toBeNull();
  });

  it('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 31 }), (value) => {
        expect(findRepeatedMember(JSON.stringify(value))).toBeNull();
      }),
      { seed: 4870 },
    );
  });

  it('reads 32 levels and refuses more', () => {
    const nest = (levels: number) => `${'['.repeat(levels - 1)}{"a":1,"a":2}${']'.repeat(levels - 1)}`;
    expect(findRepeatedMember(nest(32))).toBe('a');
    expect(() => findRepeatedMember(nest(33))).toThrow('The body is nested more than 32 levels deep.');
  });
});
