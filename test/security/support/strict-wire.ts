import { connect } from 'node:net';
import { parseAnswers } from '../../support/http-exchange.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** What a peer does after its bytes: ends its side, or waits for the server to do so. */
type After = 'end' | 'wait';

/** Writes bytes to the port as they stand; all answers that come back until the server closes. */
export async function exchangeBytes(port: number, bytes: Buffer, after: After): Promise<WireAnswer[]> {
  const received = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (after === 'end') socket.end();
    });
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString());
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may cut off a client that is still writing; what it said before counts.
    socket.on('end', finish).on('close', finish).on('error', finish);
  });
  return parseAnswers(received).map(({ status, headers, text }) => ({
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    text,
  }));
}
