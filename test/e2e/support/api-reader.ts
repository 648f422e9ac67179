import type { Credentials, IssuedToken } from '../../../shared/contract/auth.ts';
import type { Endpoint, QueryOf, ResponseOf } from '../../../shared/contract/endpoint.ts';

const password = 'tilldesk-demo';

/** Sees the whole demo shop. */
export const OWNER: Credentials = { account: 'demo', email: 'owner@demo.example', password };

/** Sees only the Utrecht location. */
export const UTRECHT: Credentials = { account: 'demo', email: 'utrecht@demo.example', password };

/** Sees another shop on the same PC, and nothing of the first. */
export const OTHER_OWNER: Credentials = { account: 'demo-two', email: 'owner@demo-two.example', password };

/** Another tool on this PC: it knows only the API's address and credentials. */
export interface ApiReader {
  read<E extends Endpoint>(endpoint: E, query?: Partial<QueryOf<E>>): Promise<ResponseOf<E>>;
  /** The record of an endpoint with `{id}` in its path. */
  readOne<E extends Endpoint>(endpoint: E, id: number): Promise<ResponseOf<E>>;
  /** All rows of a paginated list, read with the paging loop of the specification. */
  drain<E extends PagedEndpoint>(endpoint: E, query?: Partial<QueryOf<E>>): Promise<RowOf<E>[]>;
}

interface PageBody<Row> {
  readonly count: number;
  readonly total: number;
  readonly data: readonly Row[];
}

type PagedEndpoint = Endpoint & { readonly response: { readonly properties: { readonly data: unknown } } };

type RowOf<E extends Endpoint> = ResponseOf<E> extends { data: (infer Row)[] } ? Row : never;

/** Small, so that every list takes several pages. */
const PAGE_ROWS = 150;

export async function openApi(apiAddress: string, credentials: Credentials): Promise<ApiReader> {
  const login = await fetch(`${apiAddress}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { token } = await bodyOf<IssuedToken>(login);

  const get = async <Body>(path: string, query: object): Promise<Body> => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`${apiAddress}${path}?${search}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return bodyOf<Body>(answer);
  };

  return {
    read: (endpoint, query = {}) => get(endpoint.path, query),
    readOne: (endpoint, id) => get(endpoint.path.replace('{id}', String(id)), {}),
    async drain<E extends PagedEndpoint>(endpoint: E, query: Partial<QueryOf<E>> = {}) {
      const rows: RowOf<E>[] = [];
      let page: PageBody<RowOf<E>>;
      do {
        page = await get(endpoint.path, { ...query, start: rows.length, limit: PAGE_ROWS });
        rows.push(...page.data);
      } while (page.count > 0 && rows.length < page.total);
      if (rows.length !== page.total) throw new Error(`${rows.length} of ${page.total} rows were given.`);
      return rows;
    },
  };
}

async function bodyOf<Body>(answer: Response): Promise<Body> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}
