import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { DeliveryError } from './delivery-error.ts';
import { readAnswer } from './read-answer.ts';

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** A kept connection was closed by the other side before it answered anything. */
export class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}

const CLOSED_CODES = ['ECONNRESET', 'EPIPE'];

/** One request and its answer, whatever its status. Rejects with `StaleConnection` or `DeliveryError`. */
export function exchange(options: RequestOptions, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(options);
    const take = (response: IncomingMessage): void => {
      const { statusCode: status = 0, headers } = response;
      readAnswer(response).then(
        (text) => resolve({ status, retryAfter: headers['retry-after'], text }),
        (cause) => reject(new DeliveryError('connection', { cause })),
      );
    };
    sent.on('response', take);
    sent.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, retryAfter: undefined, text: '' });
    });
    sent.on('error', (cause: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && CLOSED_CODES.includes(cause.code ?? '');
      reject(isStale ? new StaleConnection('', { cause }) : brokenExchange(cause, sent.socket));
    });
    sent.end(body);
  });
}

function brokenExchange(cause: Error, socket: unknown): DeliveryError {
  if (cause instanceof DeliveryError) return cause;
  const isUntrusted = socket instanceof TLSSocket && Boolean(socket.authorizationError);
  return new DeliveryError(isUntrusted ? 'certificate' : 'connection', { cause });
}
