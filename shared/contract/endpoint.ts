import type { Static, TObject, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who may call an endpoint. `public` needs no token; `user` needs a valid one. Every endpoint says it itself,
 * so nothing is open because of where its path begins.
 */
export type Access = 'public' | 'user';

/** One endpoint of the API, written once: the service validates with it and the renderer is typed from it. */
export interface Endpoint {
  readonly method: Method;
  /** OpenAPI form, such as `/api/locations/{id}`. A path parameter takes 1 to 15 digits. */
  readonly path: string;
  readonly access: Access;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly response: TSchema;
}

/** The decoded query of an endpoint, defaults filled in. */
export type QueryOf<E extends Endpoint> = E['query'] extends TObject
  ? Static<E['query']>
  : Record<never, never>;

export type BodyOf<E extends Endpoint> = E['body'] extends TObject ? Static<E['body']> : undefined;

export type ResponseOf<E extends Endpoint> = Static<E['response']>;

/** Keeps the exact types of a declaration while checking its form. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
