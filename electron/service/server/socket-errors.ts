import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Exchange, isOpen } from '../../base/open-exchanges.ts';
import { API_ERRORS, ApiError, createErrorReply } from './api-error.ts';
import type { RequestLog } from './request-log.ts';
import { createRequestId, createStandardHeaders, JSON_TYPE } from './response-headers.ts';

interface SocketErrorDeps {
  readonly requestLog: RequestLog;
  readonly isEncrypted: boolean;
  readonly getExchanges: (socket: Socket) => readonly Exchange[];
}

/**
 * Answers failures before there is a request: lines that are not HTTP, headers too large, clients too slow. Earlier
 * requests on the connection are answered first; then it is closed. The log has a line for each.
 */
export function addSocketErrors(
  app: FastifyInstance,
  { requestLog, isEncrypted, getExchanges }: SocketErrorDeps,
): void {
  const refused = new WeakSet<Socket>();

  const refuse = (socket: Socket, error: ApiError) => {
    // The parser fails again at whatever still arrives.
    if (refused.has(socket)) return;
    refused.add(socket);
    const requestId = createRequestId();
    waitForAnswers(socket, getExchanges(socket), (canAnswer) => {
      if (canAnswer) socket.write(formatHttpReply(error, requestId, isEncrypted));
      socket.destroySoon();
      requestLog.refused({ requestId, status: API_ERRORS[error.code].status });
    });
  };

  app.server.removeAllListeners('clientError');
  app.server.on('clientError', (failure: NodeJS.ErrnoException & ParserFailure, socket: Socket) => {
    // A system call failed: the client is gone and there is nothing to refuse.
    if (failure.syscall === undefined) refuse(socket, fromParserFailure(failure));
    else socket.destroy();
  });
  app.server.on('connect', (_message, socket) => refuse(socket as Socket, fromParserFailure({})));
}

/**
 * Calls `end` once earlier requests are answered or the connection is closed. No answer can be sent after `Connection:
 * close`, or to a request whose answer began before all of it arrived.
 */
function waitForAnswers(socket: Socket, exchanges: readonly Exchange[], end: (canAnswer: boolean) => void): void {
  const isAnsweredByError = ({ message, response }: Exchange) => !message.complete && !response.headersSent;
  const awaited = exchanges.find((exchange) => isOpen(exchange) && !isAnsweredByError(exchange));
  if (awaited === undefined || socket.destroyed) {
    const last = exchanges.at(-1);
    end(socket.writable && (last === undefined || last.message.complete || isAnsweredByError(last)));
    return;
  }
  const resume = () => {
    awaited.response.off('finish', resume);
    socket.off('close', resume);
    waitForAnswers(socket, exchanges, end);
  };
  awaited.response.once('finish', resume);
  socket.once('close', resume);
}

/** What Node's parser adds to an error: its input, and how much of that it has read. */
interface ParserFailure {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

function fromParserFailure(failure: ParserFailure): ApiError {
  switch (failure.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', 'The request line and headers are larger than 32 KiB.');
    case 'HPE_INVALID_METHOD':
      return hasRequestLine(failure) ? new ApiError('not_implemented', UNKNOWN_METHOD) : createUnreadableError();
    default:
      return createUnreadableError();
  }
}

const createUnreadableError = () => new ApiError('bad_request', 'This is not a valid HTTP request.');

const UNKNOWN_METHOD =
  'This service does not know the method of the request. GET /docs lists the methods of each path.';

/** The parser also fails at the method if the data is not HTTP at all. A long line may end in a later packet. */
function hasRequestLine({ rawPacket, bytesParsed = 0 }: ParserFailure): boolean {
  const text = rawPacket?.toString('latin1') ?? '';
  const lineStart = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  return REQUEST_LINE.test(text.slice(lineStart));
}

const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+(?: HTTP\/1\.[01]\r\n|$)/;

function formatHttpReply(error: ApiError, requestId: string, isEncrypted: boolean): string {
  const { status, body } = createErrorReply(error, requestId);
  const text = JSON.stringify(body);
  const headers = {
    ...createStandardHeaders(requestId, isEncrypted),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(text)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${API_ERRORS[error.code].label}`, ...lines, '', text].join('\r\n');
}
