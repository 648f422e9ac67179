import type { Static, TArray, TObject, TSchema, TUnion } from 'typebox';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who may call an endpoint. `public` needs no token, `user` a valid one, `manager` one of an owner or accountant. Every
 * endpoint declares it, so that none is open by default.
 */
export type Access = 'public' | 'user' | 'manager';

/** Chapters of the API description, in order. */
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

/** An endpoint, declared once: the service validates with it and the window is typed from it. */
export interface Endpoint {
  readonly method: Method;
  /**
   * In OpenAPI form, such as `/api/locations/{id}`. `{id}` and `{delivery_id}` have 1 to 15 digits without leading
   * zeros.
   */
  readonly path: string;
  readonly access: Access;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Request headers that the endpoint reads, by lower-case name. Each is a text. */
  readonly headers?: TObject;
  /** Status of a success. Default 200. With 204 there is no body, and `response` is null. */
  readonly status?: 201 | 202 | 204;
  readonly response: TSchema;
  /** Media type of the answer. Default JSON. */
  readonly mediaType?: 'text/html';
  /** Whether a browser, which accepts `text/html`, gets a page instead of JSON. */
  readonly hasPage?: true;
}

/** An endpoint of the API with its description. */
export interface ApiEndpoint extends Endpoint {
  /** Whether a public endpoint accepts a token or API key, as its description says. */
  readonly takesBearer?: true;
  /** Unique name of the operation, such as `listProducts`. Generated clients use it for their functions. */
  readonly operation: string;
  readonly tag: Tag;
  /** One line without a full stop. */
  readonly summary: string;
  /** What the schemas do not say: rules, row order and rights. Plain sentences; Markdown is rendered. */
  readonly description: string;
  /** The part of the specification that it implements. Default: method and path, such as `GET /api/products`. */
  readonly implements?: string;
  /** Description of `{id}` in the path. */
  readonly id?: string;
  /** Description of `{delivery_id}` in the path. */
  readonly deliveryId?: string;
}

/** The decoded query of an endpoint with defaults filled in. */
export type QueryOf<E extends Endpoint> = E['query'] extends TObject ? Static<E['query']> : Record<never, never>;

export type BodyOf<E extends Endpoint> = E['body'] extends TObject ? Static<E['body']> : undefined;

export type HeadersOf<E extends Endpoint> = E['headers'] extends TObject ? Static<E['headers']> : Record<never, never>;

export type ResponseOf<E extends Endpoint> = Static<E['response']>;

/** Checks the declaration of an API endpoint and keeps its exact type. */
export function defineEndpoint<const E extends ApiEndpoint>(endpoint: E): E {
  return endpoint;
}

/** The same for an endpoint that only the window has. Its path starts with `WINDOW_PATH`. */
export function defineWindowEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export function isApiEndpoint(endpoint: Endpoint): endpoint is ApiEndpoint {
  return 'operation' in endpoint;
}

/** A listening service has no paths below this one. */
export const WINDOW_PATH = '/api/window';

/** The largest call of the window changes all saved views. */
export const MAX_WINDOW_BODY_BYTES = 256 * 1024;

/** Returns a value with only the fields of a schema, at every level. */
export type FieldFilter = (value: unknown) => unknown;

const keepValue: FieldFilter = (value) => value;
const replaceByNull: FieldFilter = () => null;

/**
 * Creates the filter for the answers of an endpoint. It removes fields that a platform adds, and validates nothing. In
 * a union it uses the only member with fields. `withoutPersonalData` replaces each `PersonalText` with `null`.
 */
export function createFieldFilter(schema: TSchema, options: FilterOptions = {}): FieldFilter {
  const { properties, items, anyOf, 'x-personal': isPersonal = false }: FilteredSchema = schema;
  if (isPersonal && options.withoutPersonalData) return replaceByNull;
  if (properties) return createObjectFilter(properties, options);
  if (items) return createArrayFilter(createFieldFilter(items, options));
  const filters = (anyOf ?? [])
    .map((member) => createFieldFilter(member, options))
    .filter((filter) => filter !== keepValue);
  if (filters.length > 1) throw new Error('a union may have only one kind of record besides null');
  return filters[0] ?? keepValue;
}

interface FilterOptions {
  readonly withoutPersonalData?: boolean;
}

type FilteredSchema = Partial<Pick<TObject, 'properties'> & Pick<TArray, 'items'> & Pick<TUnion, 'anyOf'>> & {
  readonly 'x-personal'?: boolean;
};

function createObjectFilter(properties: Readonly<Record<string, TSchema>>, options: FilterOptions): FieldFilter {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, createFieldFilter(schema, options)] as const,
  );
  const names = fields.map(([name]) => name);
  const isFlat = fields.every(([, filter]) => filter === keepValue);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    // Most rows have exactly these fields. Checking is cheaper than copying thousands of rows.
    if (isFlat && hasExactFields(names, value)) return value;
    const record = value as Record<string, unknown>;
    const listed: Record<string, unknown> = {};
    for (const [name, filter] of fields) {
      const member = record[name];
      if (member !== undefined) listed[name] = filter(member);
    }
    return listed;
  };
}

/** Whether a record has exactly these fields, in this order. */
function hasExactFields(names: readonly string[], record: object): boolean {
  const own = Object.keys(record);
  return own.length === names.length && own.every((name, at) => name === names[at]);
}

function createArrayFilter(filter: FieldFilter): FieldFilter {
  return (value) => (Array.isArray(value) && filter !== keepValue ? value.map(filter) : value);
}
