import type { TObject, TSchema } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ParameterText } from '../../../shared/contract/query.ts';
import { headerTitle } from '../server/header-title.ts';
import { describePathIds } from './describe-path-ids.ts';
import { exampleOf } from './example-of.ts';
import type { Parameter } from './openapi-document.ts';
import type { SchemaCollector } from './schema-collector.ts';

type Place = 'query' | 'header';

/** What the schema of a parameter does not tell of its text. */
const FORMS: Readonly<Partial<Record<ParameterText, string>>> = {
  flag: '`true` or `false`; `1` and `0` are taken too.',
  'comma-list': 'A comma list without white space, each value at most once.',
  'id-list': 'A comma list; white space around an id is allowed, and one that is given twice counts once.',
};

/** Those of the path, of the query and of the headers, in the order of the contract. */
export function describeParameters(endpoint: Endpoint, schemas: SchemaCollector): Parameter[] {
  return [
    ...describePathIds(endpoint),
    ...describeMembers('query', endpoint.query, schemas),
    ...describeMembers('header', endpoint.headers, schemas).map(asPeopleWriteIt),
  ];
}

const asPeopleWriteIt = (header: Parameter): Parameter => ({ ...header, name: headerTitle(header.name) });

/** Those of one place, under their names in the contract. */
export function describeMembers(
  place: Place,
  members: TObject | undefined,
  schemas: SchemaCollector,
): Parameter[] {
  if (!members) return [];
  const required = new Set<string>(members.required);
  return Object.entries(members.properties).map(([name, schema]) =>
    describeParameter(place, name, schema, required.has(name), schemas),
  );
}

function describeParameter(
  place: Place,
  name: string,
  schema: TSchema,
  isListedAsRequired: boolean,
  schemas: SchemaCollector,
): Parameter {
  const text: { 'x-text'?: ParameterText; default?: unknown } = schema;
  const { description = '', ...described } = schemas.describe(schema);
  const isRequired = isListedAsRequired && text.default === undefined;
  const example = exampleOf(schema);
  const form = text['x-text'] && FORMS[text['x-text']];
  return {
    name,
    in: place,
    required: isRequired,
    description: form ? `${description}. ${form}` : `${description}.`,
    ...(described.type === 'array' && { style: 'form', explode: false }),
    schema: { ...described, examples: [example] },
    // Pages that let one try a call fill in this one: a filter that nobody chose would hide the rows.
    ...(isRequired && { example }),
  };
}
