import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../server/api-error.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

/** Tells a path that does not exist (404) from a method that a known path does not have (405). */
export function checkRoute(app: FastifyInstance, request: FastifyRequest): void {
  const url = request.raw.url ?? '';
  // No address on the wire has a fragment, and the router would take it for the query.
  const hasFragment = url.includes('#');
  if (!request.is404 && !hasFragment) return;
  const allowed = hasFragment ? [] : METHODS.filter((method) => app.findRoute({ method, url }) !== null);
  if (allowed.length === 0) throw new ApiError('not_found', 'This path does not exist.');
  throw new ApiError('method_not_allowed', `This path takes ${allowed.join(', ')} only.`, {
    headers: { allow: allowed.join(', ') },
  });
}
