import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from './log.ts';

/** A request and its response. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/** Concurrent requests of one connection; further ones wait. */
const MAX_OPEN = 8;

/** Requests of one connection that are not answered yet. No browser sends a second one before the first is answered. */
const MAX_UNANSWERED = 100;

interface Connection {
  /** In order of arrival: all whose responses are incomplete and, in any case, the last one. */
  exchanges: readonly Exchange[];
  readonly waiting: Exchange[];
  openCount: number;
}

/**
 * Calls `answer` for at most 8 requests of one connection at the same time. Otherwise a client that sends requests and
 * reads no response could fill the memory with responses: pausing the connection is not enough, because one read of 64
 * KiB brings thousands of requests. A connection with more than 100 unanswered requests is ended.
 *
 * Returns a function that lists the open and waiting exchanges of a connection and, in any case, the last one.
 */
export function limitOpenExchanges(
  server: Server,
  answer: RequestListener,
  log: Pick<Log, 'warn'>,
): (socket: Socket) => readonly Exchange[] {
  const connections = new WeakMap<Socket, Connection>();

  function getConnection(socket: Socket): Connection {
    const known = connections.get(socket) ?? { exchanges: [], waiting: [], openCount: 0 };
    connections.set(socket, known);
    return known;
  }

  function begin(connection: Connection, { message, response }: Exchange): void {
    connection.openCount += 1;
    response.once('close', () => {
      connection.openCount -= 1;
      const next = message.socket.destroyed ? undefined : connection.waiting.shift();
      if (next) begin(connection, next);
    });
    answer(message, response);
  }

  function take(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message;
    // The parser continues to the end of what it has read.
    if (socket.destroyed) return;
    const connection = getConnection(socket);
    const exchange = { message, response };
    connection.exchanges = [...connection.exchanges.filter(isOpen), exchange];
    if (connection.exchanges.length > MAX_UNANSWERED) {
      log.warn({ unanswered: MAX_UNANSWERED }, 'a connection with too many unanswered requests was ended');
      socket.destroy();
    } else if (connection.openCount < MAX_OPEN) begin(connection, exchange);
    else connection.waiting.push(exchange);
  }

  server.removeAllListeners('request');
  server.on('request', take);
  // Without a listener, Node answers an unknown expectation itself, without body or headers.
  server.on('checkExpectation', take);
  return (socket) => connections.get(socket)?.exchanges ?? [];
}

/** Whether the response is still to be sent, or being sent. */
export function isOpen({ response }: Exchange): boolean {
  return !response.writableFinished;
}
