import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_ERRORS, type ApiError } from './api-error.ts';
import { errorReply } from './error-reply.ts';
import { JSON_TYPE } from './standard-headers.ts';
import { toApiError } from './to-api-error.ts';

export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => sendError(thrown, request, reply));
}

/** Logs the cause and answers what a client may know. The only way in which a request is answered with an error. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toApiError(thrown);
  logError(error, request);
  const { status, headers, body } = errorReply(error, request.id);
  return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
}

function logError(error: ApiError, request: FastifyRequest): void {
  const { level } = API_ERRORS[error.code];
  if (level === 'info') return; // The request's own line tells it: the status says that the client was wrong.
  request.log[level](
    { code: error.code, ...(error.cause !== undefined && { err: error.cause }) },
    error.message,
  );
}
