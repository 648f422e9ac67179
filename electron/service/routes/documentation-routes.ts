import type { FastifyInstance } from 'fastify';
import { readOpenApi } from '../../../shared/contract/documentation.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { addEndpoint } from '../add-endpoint.ts';
import { ownAuthorities } from '../guards/address-guard.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { WrittenAnswer } from '../written-answer.ts';

/** The description of `endpoints`, read when it is first asked for: then all are known, and the address too. */
export function addDocumentationRoutes(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  // Written once: this is the largest answer, and asks for no token.
  let document: WrittenAnswer<OpenApiDocument> | null = null;

  addEndpoint(app, readOpenApi, () => {
    document ??= written(describeApi(endpoints, `http://${ownAuthorities(app)[0]}`));
    return document;
  });
}

function written(document: OpenApiDocument): WrittenAnswer<OpenApiDocument> {
  return new WrittenAnswer(JSON.stringify(document));
}
