import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from './log.ts';

/** A request and its response. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests of one connection that are worked on at the same time; those behind them wait. */
const MOST_OPEN = 8;

/** Requests of one connection that are not answered yet. No browser sends a second one before the first is answered. */
const MOST_UNANSWERED = 100;

interface Connection {
  /** In the order of arrival: all whose responses are not sent completely and, in any case, the last one. */
  exchanges: readonly Exchange[];
  readonly waiting: Exchange[];
  openCount: number;
}

/**
 * Calls `answer` for at most 8 requests of one connection at the same time. A client that sends requests and reads no
 * response could otherwise fill the memory with responses: pausing the connection is not enough, as one read of 64 KiB
 * brings thousands of requests. A connection with more than 100 unanswered requests is ended.
 *
 * Returns a function that answers the exchanges of a connection that are open or wait, and in any case the last one.
 */
export function limitOpenExchanges(
  server: Server,
  answer: RequestListener,
  log: Pick<Log, 'warn'>,
): (socket: Socket) => readonly Exchange[] {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
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
    // The parser goes on to the end of what it has read.
    if (socket.destroyed) return;
    const connection = connectionOf(socket);
    const exchange = { message, response };
    connection.exchanges = [...connection.exchanges.filter(isOpen), exchange];
    if (connection.exchanges.length > MOST_UNANSWERED) {
      log.warn({ unanswered: MOST_UNANSWERED }, 'a connection with too many unanswered requests was ended');
      socket.destroy();
    } else if (connection.openCount < MOST_OPEN) begin(connection, exchange);
    else connection.waiting.push(exchange);
  }

  server.removeAllListeners('request');
  server.on('request', take);
  // Node answers an unknown expectation by itself, without body or headers, where nobody listens.
  server.on('checkExpectation', take);
  return (socket) => connections.get(socket)?.exchanges ?? [];
}

/** Whether its response is not sent completely. */
export function isOpen({ response }: Exchange): boolean {
  return !response.writableFinished;
}
