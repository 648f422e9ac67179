import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { isGone, type ReadInProcess } from '../routes/add-endpoint.ts';
import { ApiError } from '../server/api-error.ts';
import { reportError } from '../server/error-handler.ts';
import { getHeaderValues } from '../server/header-decoder.ts';
import type { ReadApi } from './tool.ts';

const PATH = '/mcp';

/** Headers that the handler of the protocol reads. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * The Model Context Protocol for assistants, without sessions: each message is a separate POST with its answer. Only
 * API keys are accepted. A tool reads endpoints in this process as the caller of the message, so their rights, checks,
 * queue and errors apply. The protocol's code is loaded with the first message, because few computers get one.
 */
export function addMcpRoute(app: FastifyInstance, reads: ReadonlyMap<Endpoint, ReadInProcess>): void {
  app.post(PATH, { config: { access: 'user' } }, async (request, reply) => {
    if (request.identity?.auth.kind !== 'api_key') {
      throw new ApiError('forbidden', 'Send an API key instead of a token.');
    }
    if (Array.isArray(request.body))
      throw new ApiError('bad_request', 'Send one message at a time, not a list of them.');
    if (request.raw.url !== PATH)
      throw new ApiError('bad_request', 'This address takes no parameters: leave out the query.');
    const { createMessageHandler } = await import('./tool-server.ts');
    const onError = (error: Error) =>
      request.log.warn({ err: error }, 'a message of the Model Context Protocol could not be answered');
    const reportFailure = (error: unknown) => reportError(error, request).body;
    const handle = createMessageHandler(readAs(request, reply, reads), reportFailure, onError);
    const answer = await handle(toWebRequest(request), { parsedBody: request.body ?? null });
    const type = answer.headers.get('content-type');
    if (type !== null) reply.type(type);
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  });
}

function toWebRequest({ raw }: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    for (const value of getHeaderValues(raw, name)) headers.append(name, value);
  }
  // The handler ignores the address, and gets the body parsed.
  return new Request(`http://localhost${PATH}`, { method: 'POST', headers, body: '{}' });
}

function readAs(request: FastifyRequest, reply: FastifyReply, reads: ReadonlyMap<Endpoint, ReadInProcess>): ReadApi {
  const { identity, raw } = request;
  const isAbandoned = () => isGone(raw.socket) || reply.sent;
  return async (endpoint, query, id) => {
    const read = reads.get(endpoint);
    if (!read || !identity) throw new Error(`a tool reads ${endpoint.path}, which is not an endpoint of this service`);
    return read({ identity, query, id, isAbandoned });
  };
}
