import type { Static, TArray, TObject, TSchema, TUnion } from 'typebox';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who may call an endpoint. `public` needs no token; `user` needs a valid one, and `manager` one of an owner or
 * accountant. Every endpoint declares it, so that no path is open by its prefix.
 */
export type Access = 'public' | 'user' | 'manager';

/** Chapters of the interface description, in their order. */
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

/** One endpoint, written once: the service validates with it and the window is typed from it. */
export interface Endpoint {
  readonly method: Method;
  /** OpenAPI form, such as `/api/locations/{id}`. `{id}` and `{delivery_id}` take 1 to 15 digits, without leading zeros. */
  readonly path: string;
  readonly access: Access;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Headers of the request that the endpoint reads, by their name in lower case; each is a text. */
  readonly headers?: TObject;
  /** Status of a success; 200 by default. With 204 there is no body, and `response` is null. */
  readonly status?: 201 | 202 | 204;
  readonly response: TSchema;
  /** Of the answer; JSON by default. */
  readonly mediaType?: 'text/html';
  /** True where a browser, which asks for `text/html`, gets a page in place of the JSON. */
  readonly hasPage?: true;
}

/** An endpoint of the API, with what the interface description says of it. */
export interface ApiEndpoint extends Endpoint {
  /** True for a public one that takes a token or API key for what its description says. */
  readonly takesBearer?: true;
  /** Unique name of the operation, such as `listProducts`, from which generated clients name their functions. */
  readonly operation: string;
  readonly tag: Tag;
  /** One line without a full stop. */
  readonly summary: string;
  /** Rules, order of rows and rights: what the schemas do not say. Plain sentences; Markdown is rendered. */
  readonly description: string;
  /** The part of the specification that it implements; by default method and path, such as `GET /api/products`. */
  readonly implements?: string;
  /** What the `{id}` of the path names. */
  readonly id?: string;
  /** What the `{delivery_id}` of the path names. */
  readonly deliveryId?: string;
}

/** The decoded query of an endpoint, defaults filled in. */
export type QueryOf<E extends Endpoint> = E['query'] extends TObject ? Static<E['query']> : Record<never, never>;

export type BodyOf<E extends Endpoint> = E['body'] extends TObject ? Static<E['body']> : undefined;

export type HeadersOf<E extends Endpoint> = E['headers'] extends TObject ? Static<E['headers']> : Record<never, never>;

export type ResponseOf<E extends Endpoint> = Static<E['response']>;

/** Checks the declaration of an endpoint of the API and keeps its exact type. */
export function defineEndpoint<const E extends ApiEndpoint>(endpoint: E): E {
  return endpoint;
}

/** The same for an endpoint that only the window has. Its path begins with `WINDOW_PATH`. */
export function defineWindowEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export function isOfApi(endpoint: Endpoint): endpoint is ApiEndpoint {
  return 'operation' in endpoint;
}

/** No service that listens has a path below this one. */
export const WINDOW_PATH = '/api/window';

/** The longest call of the window is a change of all saved views. */
export const MAX_WINDOW_BODY_BYTES = 256 * 1024;

/** Answers a value with only the fields listed in a schema, at every level. */
export type FieldFilter = (value: unknown) => unknown;

const asIs: FieldFilter = (value) => value;
const alwaysNull: FieldFilter = () => null;

/**
 * Makes the filter for the answers of an endpoint, which removes what a platform adds to a record. It checks nothing. In
 * a union it follows the only member that has fields. `withoutPersonalData`: each `PersonalText` becomes null.
 */
export function createFieldFilter(schema: TSchema, options: FilterOptions = {}): FieldFilter {
  const { properties, items, anyOf, 'x-personal': isPersonal = false }: FilteredSchema = schema;
  if (isPersonal && options.withoutPersonalData) return alwaysNull;
  if (properties) return filterOfObject(properties, options);
  if (items) return filterOfArray(createFieldFilter(items, options));
  const filters = (anyOf ?? []).map((member) => createFieldFilter(member, options)).filter((filter) => filter !== asIs);
  if (filters.length > 1) throw new Error('an answer may be one kind of record or null, not several kinds');
  return filters[0] ?? asIs;
}

interface FilterOptions {
  readonly withoutPersonalData?: boolean;
}

type FilteredSchema = Partial<Pick<TObject, 'properties'> & Pick<TArray, 'items'> & Pick<TUnion, 'anyOf'>> & {
  readonly 'x-personal'?: boolean;
};

function filterOfObject(properties: Readonly<Record<string, TSchema>>, options: FilterOptions): FieldFilter {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, createFieldFilter(schema, options)] as const,
  );
  const names = fields.map(([name]) => name);
  const isFlat = fields.every(([, filter]) => filter === asIs);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    // Most rows have just these fields, and copies of thousands of them cost more than this look.
    if (isFlat && hasExactly(names, value)) return value;
    const record = value as Record<string, unknown>;
    const listed: Record<string, unknown> = {};
    for (const [name, filter] of fields) {
      const member = record[name];
      if (member !== undefined) listed[name] = filter(member);
    }
    return listed;
  };
}

/** Whether these are the fields of a record, in this order. */
function hasExactly(names: readonly string[], record: object): boolean {
  const own = Object.keys(record);
  return own.length === names.length && own.every((name, at) => name === names[at]);
}

function filterOfArray(filter: FieldFilter): FieldFilter {
  return (value) => (Array.isArray(value) && filter !== asIs ? value.map(filter) : value);
}
