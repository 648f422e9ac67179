import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { getExample } from '../../../../electron/service/openapi/schema-collector.ts';
import { NamedRecord } from '../../../../shared/contract/values.ts';

describe('exampleOf', () => {
  it.each([
    ['its own', Type.String({ examples: ['x'], default: 'y' }), 'x'],
    ['that of a record', NamedRecord('Row', { id: Type.Integer() }, { id: 7 }, 'A row'), { id: 7 }],
    ['the default', Type.Integer({ default: 5 }), 5],
    ['the first word', Type.Enum(['a', 'b']), 'a'],
    ['a list of the first word', Type.Array(Type.Enum(['a', 'b'])), ['a']],
    ['true', Type.Boolean(), true],
  ])('uses %s', (_, schema, expected) => {
    expect(getExample(schema)).toEqual(expected);
  });

  it('invents nothing', () => {
    expect(() => getExample(Type.Object({ name: Type.String() }))).toThrow('needs an example');
  });
});
