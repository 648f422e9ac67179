import type { FastifyInstance } from 'fastify';
import { readOpenApi } from '../../../shared/contract/documentation.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { publicAddress, type Reach } from '../security/reach.ts';
import { addEndpoint } from './add-endpoint.ts';
import { WrittenAnswer } from './written-answer.ts';

/** The description of `endpoints`, read when it is first asked for: then all are known. */
export function addDocumentationRoutes(
  app: FastifyInstance,
  { endpoints, reach }: { readonly endpoints: readonly Endpoint[]; readonly reach: Reach },
): void {
  // Written once: this is the largest answer, and asks for no token.
  let document: WrittenAnswer<OpenApiDocument> | null = null;

  // While the service stops it listens nowhere, and still answers.
  let address = '';
  app.server.once('listening', () => {
    address = publicAddress(reach, portOf(app));
  });

  addEndpoint(app, readOpenApi, () => {
    document ??= written(describeApi(endpoints, address));
    return document;
  });
}

function portOf({ server }: FastifyInstance): number {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the service listens on no port');
  return listening.port;
}

function written(document: OpenApiDocument): WrittenAnswer<OpenApiDocument> {
  return new WrittenAnswer(JSON.stringify(document));
}
