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
  app.server.on('clientError', (failure: NodeJS.ErrnoException & ParserFailure, socket: Socket) => {
    // A system call failed: the client is gone and there is nothing to refuse.
    if (failure.syscall === undefined) refuse(socket, asApiError(failure));
    else socket.destroy();
  });
  app.server.on('connect', (_message, socket) => refuse(socket as Socket, asApiError({})));
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

/** What Node's parser adds to an error: what it was given, and how much of that it had read. */
interface ParserFailure {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

function asApiError(failure: ParserFailure): ApiError {
  switch (failure.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The request line and headers are larger than 32 KiB.');
    case 'HPE_INVALID_METHOD':
      return hasRequestLine(failure) ? new ApiError('not_implemented', UNKNOWN_METHOD) : notReadable();
    default:
      return notReadable();
  }
}

const notReadable = () => new ApiError('bad_request', 'This is not a request that can be read.');

const UNKNOWN_METHOD =
  'This service does not know the method of the request. GET /docs lists the methods of each path.';

/** The parser fails at a method as well where no HTTP arrives at all. A long line may end in a later packet. */
function hasRequestLine({ rawPacket, bytesParsed = 0 }: ParserFailure): boolean {
  const text = rawPacket?.toString('latin1') ?? '';
  const lineStart = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  return REQUEST_LINE.test(text.slice(lineStart));
}

const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+(?: HTTP\/1\.[01]\r\n|$)/;

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
