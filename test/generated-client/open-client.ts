import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './dist/openapi.d.ts';

/** A typed client of the service at `baseUrl`; lists go as the document says, separated by commas. */
export function openClient(baseUrl: string, token: string | null): Client<paths> {
  return createClient<paths>({
    baseUrl,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    querySerializer: { array: { style: 'form', explode: false } },
  });
}
