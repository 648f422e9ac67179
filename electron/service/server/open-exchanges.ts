import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and what is answered to it. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Follows the requests of every connection. What it answers tells those of one connection in the order in which
 * they came: all whose answers have not gone out in full and, in any case, the last one.
 */
export function followExchanges(server: Server): (socket: Socket) => readonly Exchange[] {
  const bySocket = new WeakMap<Socket, readonly Exchange[]>();
  const follow = (message: IncomingMessage, response: ServerResponse) => {
    const before = bySocket.get(message.socket) ?? [];
    bySocket.set(message.socket, [...before.filter(isOpen), { message, response }]);
  };
  server.on('request', follow);
  // Node gives these to nobody else.
  server.on('checkExpectation', follow);
  return (socket) => bySocket.get(socket) ?? [];
}

export function isOpen({ response }: Exchange): boolean {
  return !response.writableFinished;
}
