import { judgeBody } from './oracle-body.ts';
import { ORACLE_ENDPOINTS, type OracleEndpoint } from './oracle-endpoints.ts';
import { judgeQuery } from './oracle-query.ts';
import type { HttpDraft } from './strict-http.ts';
import { KNOWN } from './strict-service.ts';

/** What the contract lets be answered; where it leaves a form open there is more than one status. */
export function expectedStatuses(draft: HttpDraft): ReadonlySet<number> {
  const { method, host, origin, site, path } = draft;
  if (!method.isKnown || path.isUnreadable) return new Set([400]);
  const isOwn = host.isOwn && origin.isOwn && path.isOwn;
  if (!isOwn || site.isForeign === true) return new Set([403]);
  const statuses = new Set(path.routes.flatMap((route) => statusesOf(draft, route)));
  return site.isForeign === 'either' ? statuses.add(403) : statuses;
}

/** `GET` for `HEAD`, which answers the same. */
export const methodAsked = (method: string) => (method === 'HEAD' ? 'GET' : method);

/** The methods of a path of the contract, as `Allow` has to list them. */
export function allowedMethods(route: string): string {
  const methods = ORACLE_ENDPOINTS.filter(({ name }) => name.split(' ')[1] === route).map(
    ({ name }) => name.split(' ')[0],
  );
  return methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
}

function statusesOf(draft: HttpDraft, route: string | null): number[] {
  if (route === null) return [404];
  const endpoint = ORACLE_ENDPOINTS.find(({ name }) => name === `${methodAsked(draft.method.text)} ${route}`);
  if (!endpoint) return [405];
  if (!endpoint.isPublic && draft.authorization.isValid !== true) {
    return draft.authorization.isValid === 'either' ? [401, ...statusesWithin(draft, endpoint)] : [401];
  }
  return statusesWithin(draft, endpoint);
}

function statusesWithin({ query, path, body, contentType }: HttpDraft, endpoint: OracleEndpoint): number[] {
  const isQuerySound = judgeQuery(endpoint, query, KNOWN.owner).isAccepted;
  if (endpoint.name.startsWith('POST')) return statusesOfPost(isQuerySound, body, contentType.isJson);
  // The page is a document: whether it looks at its query is left open.
  if (endpoint.name === 'GET /docs' && !isQuerySound) return [400, 404];
  if (!isQuerySound) return [400];
  return [path.isFound ? 200 : 404];
}

function statusesOfPost(isQuerySound: boolean, body: string | null, isJson: boolean | 'either'): number[] {
  if (body === null) return [400];
  const verdict = judgeBody(Buffer.from(body));
  const taken = verdict.isAccepted ? [200, 401, 429] : [verdict.status];
  const statuses = isQuerySound ? taken : [400];
  if (isJson === true && isQuerySound) return statuses;
  // Query, type and size are looked at in one step of the contract's order.
  if (isJson === false && isQuerySound) return statuses.includes(413) ? [415, 413] : [415];
  return [...statuses, 415, 413];
}
