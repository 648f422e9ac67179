import type { FastifyInstance } from 'fastify';
import { readOpenApi } from '../../../shared/contract/documentation.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { addEndpoint } from '../add-endpoint.ts';
import { ownAuthorities } from '../guards/address-guard.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';

/** The description of `endpoints`, read when it is first asked for: then all are known, and the address too. */
export function addDocumentationRoutes(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let document: OpenApiDocument | null = null;

  addEndpoint(app, readOpenApi, () => {
    document ??= describeApi(endpoints, `http://${ownAuthorities(app)[0]}`);
    return document;
  });
}
