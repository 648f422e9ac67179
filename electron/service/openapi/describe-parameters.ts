import type { TSchema } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { MAX_ID, type ParameterText } from '../../../shared/contract/query.ts';
import { exampleOf } from './example-of.ts';
import type { Parameter } from './openapi-document.ts';
import type { SchemaCollector } from './schema-collector.ts';

/** What the schema of a parameter does not tell of its text. */
const FORMS: Readonly<Partial<Record<ParameterText, string>>> = {
  flag: '`true` or `false`; `1` and `0` are taken too.',
  'comma-list': 'A comma list without white space, each value at most once.',
  'id-list': 'A comma list; white space around an id is allowed, and one that is given twice counts once.',
};

/** The path parameter and those of the query, in the order of the contract. */
export function describeParameters(endpoint: Endpoint, schemas: SchemaCollector): Parameter[] {
  const { query } = endpoint;
  if (!query) return idOf(endpoint);
  const required = new Set<string>(query.required);
  const ofQuery = Object.entries(query.properties).map(([name, schema]) =>
    describeParameter(name, schema, required.has(name), schemas),
  );
  return [...idOf(endpoint), ...ofQuery];
}

function describeParameter(
  name: string,
  schema: TSchema,
  isListedAsRequired: boolean,
  schemas: SchemaCollector,
): Parameter {
  const text: { 'x-text'?: ParameterText; description?: string; default?: unknown } = schema;
  const { description = '', ...described } = schemas.describe(schema);
  const isRequired = isListedAsRequired && text.default === undefined;
  const example = exampleOf(schema);
  const form = text['x-text'] && FORMS[text['x-text']];
  return {
    name,
    in: 'query',
    required: isRequired,
    description: form ? `${description}. ${form}` : `${description}.`,
    ...(described.type === 'array' && { style: 'form', explode: false }),
    schema: { ...described, examples: [example] },
    // Pages that let one try a call fill in this one: a filter that nobody chose would hide the rows.
    ...(isRequired && { example }),
  };
}

function idOf({ path, documentation, response }: Endpoint): Parameter[] {
  if (!path.includes('{id}')) return [];
  const { id: example } = exampleOf(response) as { id: number };
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: `${documentation.id ?? 'The record'}, in 1 to 15 plain digits.`,
      schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
      example,
    },
  ];
}
