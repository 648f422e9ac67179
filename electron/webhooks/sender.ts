import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';

/** A signed message on its way to a receiver. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Outcome = {
  readonly durationMs: number;
  /** The first 1024 bytes of the answer as text; empty without one. */
  readonly answer: string;
} & (
  | { readonly status: number; readonly retryAfterMs: number | null; readonly failure: null }
  | { readonly status: null; readonly failure: DeliveryFailure }
);

/**
 * Brings a message to a receiver over HTTPS, within 15 s for everything. The address is checked at every connection,
 * no redirect is followed, no proxy is used. Never rejects: what goes wrong is an outcome.
 */
export interface Sender {
  send(message: OutgoingMessage): Promise<Outcome>;
  /** Ends the connections that are kept open. Messages under way fail. */
  close(): void;
}
