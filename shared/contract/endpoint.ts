import type { Static, TObject, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who may call an endpoint. `public` needs no token; `user` needs a valid one, and `manager` one of an owner or
 * accountant. Every endpoint says it itself, so nothing is open because of where its path begins.
 */
export type Access = 'public' | 'user' | 'manager';

/** Chapters of the interface description, in the order in which a reader needs them. */
export const TAGS = [
  'Signing in',
  'Reference data',
  'Catalog',
  'Orders',
  'Customers',
  'Reports',
  'Webhooks',
  'Service',
] as const;

export type Tag = (typeof TAGS)[number];

/** What a stranger has to know of an endpoint beyond its schemas. Plain sentences; Markdown is rendered. */
export interface EndpointDocumentation {
  /** Name of the operation, unique, such as `listProducts`; generated clients call their functions so. */
  readonly operation: string;
  readonly tag: Tag;
  /** One line without a full stop. */
  readonly summary: string;
  /** Rules, order of rows, rights: whatever the schemas do not say. */
  readonly description: string;
  /** The part of the specification that it implements, such as `GET /api/products`, or what stands in for it. */
  readonly implements: string;
  /** What the `{id}` of the path names. */
  readonly id?: string;
  /** An `{id}` to show, where the endpoint does not answer the record that has it. */
  readonly idExample?: number;
  /** What the `{delivery_id}` of the path names. */
  readonly deliveryId?: string;
  readonly deliveryIdExample?: number;
}

/** One endpoint of the API, written once: the service validates with it and the renderer is typed from it. */
export interface Endpoint {
  readonly method: Method;
  /** OpenAPI form, such as `/api/locations/{id}`. `{id}` and `{delivery_id}` take 1 to 15 digits, without leading zeros. */
  readonly path: string;
  readonly access: Access;
  /** Of a public one that takes a token or API key for what its description says. */
  readonly takesBearer?: true;
  readonly documentation: EndpointDocumentation;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Headers of the request that it reads, by their name in lower case; each is a text. */
  readonly headers?: TObject;
  /** What a success answers; 200 where it does not say. With 204 there is no body, and `response` is null. */
  readonly status?: 201 | 202 | 204;
  readonly response: TSchema;
  /** Of the answer; JSON where it does not say. */
  readonly mediaType?: 'text/html';
}

/** The decoded query of an endpoint, defaults filled in. */
export type QueryOf<E extends Endpoint> = E['query'] extends TObject ? Static<E['query']> : Record<never, never>;

export type BodyOf<E extends Endpoint> = E['body'] extends TObject ? Static<E['body']> : undefined;

export type HeadersOf<E extends Endpoint> = E['headers'] extends TObject ? Static<E['headers']> : Record<never, never>;

export type ResponseOf<E extends Endpoint> = Static<E['response']>;

/** Keeps the exact types of a declaration while checking its form. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** A value with the fields alone that a schema lists, however deep. */
export type FieldFilter = (value: unknown) => unknown;

/** A schema as far as the fields of its values go. */
interface FieldSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

const asIs: FieldFilter = (value) => value;

/**
 * Makes the filter through which the answers of an endpoint pass: whatever a platform adds to a record stays
 * inside. It copies what it keeps, and checks nothing. Of a union it follows the one member that has fields.
 */
export function createFieldFilter(schema: TSchema): FieldFilter {
  const { properties, items, anyOf }: FieldSchema = schema;
  if (properties) return filterOfObject(properties);
  if (items) return filterOfArray(createFieldFilter(items));
  const filters = (anyOf ?? []).map(createFieldFilter).filter((filter) => filter !== asIs);
  if (filters.length > 1) throw new Error('an answer may be one kind of record or null, not several kinds');
  return filters[0] ?? asIs;
}

function filterOfObject(properties: Readonly<Record<string, TSchema>>): FieldFilter {
  const fields = Object.entries(properties).map(([name, schema]) => [name, createFieldFilter(schema)] as const);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const record = value as Record<string, unknown>;
    const listed: Record<string, unknown> = {};
    for (const [name, filter] of fields) {
      const member = record[name];
      if (member !== undefined) listed[name] = filter(member);
    }
    return listed;
  };
}

function filterOfArray(filter: FieldFilter): FieldFilter {
  return (value) => (Array.isArray(value) && filter !== asIs ? value.map(filter) : value);
}
