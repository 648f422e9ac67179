import type { TilldeskOptions } from '../../clients/typescript/client.ts';
import { createFixedClock, type FixedClock, NOW } from './fixed-clock.ts';

export interface Exchange {
  readonly atMs: number;
  /** Method and path without the query, such as `GET /api/products`. */
  readonly call: string;
  readonly query: URLSearchParams;
  /** `null` until there is a response. */
  status: number | null;
}

/** Connects the client package to a local port and records all exchanges. */
export interface RecordedConnection extends Required<Omit<TilldeskOptions, 'auth'>> {
  readonly exchanges: readonly Exchange[];
  /** Duration of every sleep, in milliseconds. The clock advances by the same time immediately. */
  readonly waits: readonly number[];
  readonly told: readonly string[];
  /** Returns the exchanges with this method and path. */
  exchangesOf(call: string): Exchange[];
}

interface Recording {
  /** The clock of the client. Default: one that moves only when the client sleeps. */
  readonly clock?: FixedClock;
  readonly onAnswer?: (exchange: Exchange) => void;
}

export function recordConnection(port: number, recording: Recording = {}): RecordedConnection {
  const { clock = createFixedClock(NOW), onAnswer = () => undefined } = recording;
  const exchanges: Exchange[] = [];
  const waits: number[] = [];
  const told: string[] = [];

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    exchanges,
    waits,
    told,
    exchangesOf: (call) => exchanges.filter((exchange) => exchange.call === call),
    onRetry: (sentence) => void told.push(sentence),
    clock: {
      now: () => clock.now(),
      async sleep(ms) {
        waits.push(ms);
        clock.advance(ms);
      },
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, searchParams } = new URL(request.url);
      const call = `${request.method} ${pathname}`;
      const exchange: Exchange = { atMs: clock.now(), call, query: searchParams, status: null };
      exchanges.push(exchange);
      const response = await fetch(request);
      exchange.status = response.status;
      onAnswer(exchange);
      return response;
    },
  };
}
