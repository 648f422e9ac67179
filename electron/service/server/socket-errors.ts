import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Exchange, isOpen } from '../../base/open-exchanges.ts';
import { API_ERRORS, ApiError, errorReply } from './api-error.ts';
import type { RequestLog } from './request-log.ts';
import { JSON_TYPE, newRequestId, standardHeaders } from './response-headers.ts';

interface SocketErrorDeps {
  readonly requestLog: RequestLog;
  readonly isEncrypted: boolean;
  readonly exchangesOf: (socket: Socket) => readonly Exchange[];
}

/**
 * Answers what fails before there is a request: lines that are not HTTP, headers too large, clients too slow. Earlier
 * requests on the connection are answered first; then it ends. The log has a line for each.
 */
export function addSocketErrors(app: FastifyInstance, { requestLog, isEncrypted, exchangesOf }: SocketErrorDeps): void {
  const refused = new WeakSet<Socket>();

  const refuse = (socket: Socket, error: ApiError) => {
    // The parser fails again at whatever still arrives.
    if (refused.has(socket)) return;
    refused.add(socket);
    const requestId = newRequestId();
    afterAnswers(socket, exchangesOf(socket), (canAnswer) => {
      if (canAnswer) socket.write(httpReply(error, requestId, isEncrypted));
      socket.destroySoon();
      requestLog.refused({ requestId, status: API_ERRORS[error.code].status });
    });
  };

  app.server.removeAllListeners('clientError');
  app.server.on('clientError', (failure: NodeJS.ErrnoException, socket: Socket) => {
    // A system call failed: the client is gone and there is nothing to refuse.
    if (failure.syscall === undefined) refuse(socket, asApiError(failure.code));
    else socket.destroy();
  });
  app.server.on('connect', (_message, socket) => refuse(socket as Socket, asApiError(undefined)));
}

/**
 * Calls `end` once earlier requests are answered or the connection is closed. There is no answer to give after
 * `Connection: close`, nor to a request whose answer began before all of it arrived.
 */
function afterAnswers(socket: Socket, exchanges: readonly Exchange[], end: (canAnswer: boolean) => void): void {
  const isAnsweredByError = ({ message, response }: Exchange) => !message.complete && !response.headersSent;
  const awaited = exchanges.find((exchange) => isOpen(exchange) && !isAnsweredByError(exchange));
  if (awaited === undefined || socket.destroyed) {
    const last = exchanges.at(-1);
    end(socket.writable && (last === undefined || last.message.complete || isAnsweredByError(last)));
    return;
  }
  const goOn = () => {
    awaited.response.off('finish', goOn);
    socket.off('close', goOn);
    afterAnswers(socket, exchanges, end);
  };
  awaited.response.once('finish', goOn);
  socket.once('close', goOn);
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

function httpReply(error: ApiError, requestId: string, isEncrypted: boolean): string {
  const { status, body } = errorReply(error, requestId);
  const text = JSON.stringify(body);
  const headers = {
    ...standardHeaders(requestId, isEncrypted),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(text)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${API_ERRORS[error.code].label}`, ...lines, '', text].join('\r\n');
}
