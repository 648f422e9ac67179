import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createFieldFilter } from '../../../../shared/contract/endpoint.ts';
import { nullable } from '../../../../shared/contract/values.ts';

const Record = Type.Object({
  id: Type.Integer(),
  title: Type.Optional(Type.String()),
  place: nullable(Type.Object({ city: Type.String() })),
  rows: Type.Array(Type.Object({ value: Type.Number() })),
  tags: Type.Array(Type.String()),
});
const filter = createFieldFilter(Record);

describe('createFieldFilter', () => {
  it('keeps the fields of the schema and drops the others of a platform, at every depth', () => {
    const answer = {
      id: 4,
      secret: 'a',
      place: { city: 'Utrecht', secret: 'b' },
      rows: [{ value: 1, secret: 'c' }, { value: 2 }],
      tags: ['x'],
    };
    expect(filter(answer)).toEqual({
      id: 4,
      place: { city: 'Utrecht' },
      rows: [{ value: 1 }, { value: 2 }],
      tags: ['x'],
    });
  });

  it('keeps null and missing fields', () => {
    const kept = filter({ id: 4, place: null, rows: [], tags: [] });
    expect(kept).toEqual({ id: 4, place: null, rows: [], tags: [] });
    expect(kept).not.toHaveProperty('title');
  });

  it('does not change its input', () => {
    const answer = { id: 4, secret: 'a', place: null, rows: [{ value: 1, secret: 'c' }], tags: [] };
    filter(answer);
    expect(answer).toMatchObject({ secret: 'a', rows: [{ secret: 'c' }] });
  });

  it('refuses a schema whose union has several kinds of record', () => {
    const either = Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]);
    expect(() => createFieldFilter(either)).toThrow('one kind of record');
  });
});
