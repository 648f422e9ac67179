import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../../../electron/service/openapi/schema-collector.ts';
import { ListOf, NamedRecord, nullable } from '../../../../shared/contract/values.ts';

describe('exampleOf', () => {
  it('makes the example of a list of its record', () => {
    const row = NamedRecord('Row', { id: Type.Integer() }, { id: 7 }, 'A row');
    expect(exampleOf(ListOf(row))).toEqual({ count: 1, total: 1, data: [{ id: 7 }] });
  });

  it.each([
    ['its own', Type.String({ examples: ['x'], default: 'y' }), 'x'],
    ['the default', Type.Integer({ default: 5 }), 5],
    ['the first word', Type.Enum(['a', 'b']), 'a'],
    ['null', nullable(Type.Integer()), null],
    ['true', Type.Boolean(), true],
    ['the constant', Type.Literal('ok'), 'ok'],
  ])('takes %s', (_, schema, expected) => {
    expect(exampleOf(schema)).toEqual(expected);
  });

  it('invents nothing', () => {
    expect(() => exampleOf(Type.Object({ name: Type.String() }))).toThrow('needs an example');
  });
});
