import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { API_ERRORS, ApiError } from './api-error.ts';
import { errorReply } from './error-reply.ts';
import type { RequestLog } from './request-log.ts';
import { JSON_TYPE, newRequestId, standardHeaders } from './standard-headers.ts';

/** Answers what fails before there is a request: lines that are not HTTP, too large headers, too slow clients. */
export function addSocketErrors(app: FastifyInstance, requestLog: RequestLog): void {
  const exchanges = new WeakMap<Socket, Exchange>();
  app.server.on('request', (message, response) => exchanges.set(message.socket, { message, response }));

  const refuse = (socket: Socket, error: ApiError) => {
    if (!socket.writable || !canAnswer(exchanges.get(socket))) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    socket.write(httpReply(error, requestId));
    socket.destroySoon();
    requestLog.refused({ requestId, status: API_ERRORS[error.code].status });
  };

  app.server.removeAllListeners('clientError');
  app.server.on('clientError', (failure: NodeJS.ErrnoException, socket: Socket) =>
    refuse(socket, asApiError(failure.code)),
  );
  app.server.on('connect', (_message, socket) => refuse(socket as Socket, asApiError(undefined)));
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * An answer to what cannot be read must not pass for the answer to the request before it, nor be read as part
 * of one that has begun. Of an unanswered request that is still arriving, it is the answer.
 */
function canAnswer(last: Exchange | undefined): boolean {
  if (!last || last.response.writableFinished) return true;
  return !last.message.complete && !last.response.headersSent;
}

function asApiError(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The request line and headers are larger than 32 KiB.');
    default:
      return new ApiError('bad_request', 'This is not a request that can be read.');
  }
}

function httpReply(error: ApiError, requestId: string): string {
  const { status, body } = errorReply(error, requestId);
  const text = JSON.stringify(body);
  const headers = {
    ...standardHeaders(requestId),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(text)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${API_ERRORS[error.code].label}`, ...lines, '', text].join('\r\n');
}
