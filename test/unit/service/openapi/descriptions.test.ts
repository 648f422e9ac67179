import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../../electron/service/openapi/openapi-document.ts';
import { CHECK_NAMES } from '../../../../shared/contract/financial-report.ts';
import { ITEM_TYPES, ORDER_STATUSES } from '../../../../shared/contract/orders.ts';
import { describeContract, operationsOf } from '../../../support/described-contract.ts';

const document = describeContract();
const components = document.components.schemas;

/** Names that need no description in any record. */
const SELF_EXPLAINING = ['id', 'title', 'name', 'email', 'phone', 'street', 'house_number', 'postal_code', 'city'];

const schemaAt = (schema: JsonSchema, keyword: string) => schema[keyword] as JsonSchema | undefined;

/** Lists the fields of a schema, at any depth, that neither their name nor a description explains. */
function unexplained(schema: JsonSchema, at: string): string[] {
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const choices = (schema.anyOf ?? []) as JsonSchema[];
  const items = schemaAt(schema, 'items');
  return [
    ...members.flatMap(([name, member]) => {
      const path = `${at}.${name}`;
      const isExplained = SELF_EXPLAINING.includes(name) || descriptionOf(member) !== '';
      return [...(isExplained ? [] : [path]), ...unexplained(member, path)];
    }),
    ...choices.flatMap((choice) => unexplained(choice, at)),
    ...(items ? unexplained(items, `${at}[]`) : []),
  ];
}

/** Its own description, that of the component it refers to, or that of the only non-null alternative. */
function descriptionOf(schema: JsonSchema): string {
  const { $ref, anyOf = [], description = '' } = schema as { $ref?: string; anyOf?: JsonSchema[] } & JsonSchema;
  if ($ref !== undefined) return descriptionOf(components[$ref.replace('#/components/schemas/', '')] ?? {});
  return String(description || anyOf.map(descriptionOf).join(''));
}

/** Text that belongs to the operation itself: errors are components. */
const answers = [...operationsOf(document)].flatMap(([operation, { responses }]) =>
  Object.values(responses).flatMap((response) =>
    '$ref' in response ? [] : Object.values(response.content ?? {}).map(({ schema }) => [operation, schema] as const),
  ),
);

describe('the descriptions of the OpenAPI document', () => {
  it.each(Object.entries(components))('describe the record %s and each of its fields', (name, schema) => {
    expect(descriptionOf(schema)).not.toBe('');
    expect(unexplained(schema, name)).toEqual([]);
  });

  it.each(answers)('describe each field of the response of %s', (operation, schema) => {
    expect(unexplained(schema, operation)).toEqual([]);
  });

  it('are reported if they are missing', () => {
    const inner = { type: 'object', properties: { value: { type: 'number' }, title: { type: 'string' } } };
    expect(unexplained({ properties: { rows: { type: 'array', items: inner } } }, 'Made')).toEqual([
      'Made.rows',
      'Made.rows[].value',
    ]);
  });

  it('list every status, every type of item and every check', () => {
    for (const word of [...ORDER_STATUSES, ...ITEM_TYPES]) {
      expect(document.info.description).toContain(`\`${word}\``);
    }
    const told = JSON.stringify(components.ReportCheck);
    const bothSides = (name: string) => name.replace(/(?<!bridge)_(ex|wt)$/, '');
    for (const check of CHECK_NAMES) expect(told).toContain(`\`${bothSides(check)}\``);
  });
});
