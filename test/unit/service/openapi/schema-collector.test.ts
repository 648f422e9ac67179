import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createSchemaCollector } from '../../../../electron/service/openapi/schema-collector.ts';
import { NamedRecord, nullable } from '../../../../shared/contract/values.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('createSchemaCollector', () => {
  it('creates a component for each schema with a title, wherever it occurs', () => {
    const schemas = createSchemaCollector();
    const row = NamedRecord('Row', { id: Type.Integer() }, { id: 1 }, 'A row');
    const described = schemas.describe(Type.Object({ one: row, rows: Type.Array(row) }));
    const reference = { $ref: '#/components/schemas/Row' };
    expect(plain(described)).toMatchObject({
      properties: { one: reference, rows: { type: 'array', items: reference } },
    });
    expect(plain(schemas.components())).toEqual({
      Row: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer', format: 'int64' } },
        description: 'A row',
        examples: [{ id: 1 }],
      },
    });
  });

  it('refuses two records with the same name', () => {
    const schemas = createSchemaCollector();
    schemas.describe(Type.Object({}, { title: 'Row' }));
    expect(() => schemas.describe(Type.Object({}, { title: 'Row' }))).toThrow('two schemas have the title Row');
  });

  it('writes a nullable value as a list of types, and a nullable record as a choice', () => {
    const schemas = createSchemaCollector();
    const number = schemas.describe(nullable(Type.Integer({ description: 'One' })));
    expect(plain(number)).toEqual({ type: ['integer', 'null'], description: 'One', format: 'int64' });
    const record = schemas.describe(nullable(Type.Object({})));
    expect(plain(record)).toMatchObject({ anyOf: [{ type: 'object' }, { type: 'null' }] });
    expect(() => schemas.describe(Type.Union([Type.Integer(), Type.String()]))).toThrow('one schema and null');
  });

  it('gives an enum its type', () => {
    expect(plain(createSchemaCollector().describe(Type.Enum(['a', 'b'])))).toEqual({
      type: 'string',
      enum: ['a', 'b'],
    });
  });
});
