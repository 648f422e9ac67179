import type { Outcome, OutgoingMessage, Sender } from '../../electron/webhooks/https-sender.ts';

export interface SentMessage extends OutgoingMessage {
  /** Time by the clock of the test; 0 without one. */
  readonly at: number;
  readonly id: string;
}

export type Respond = (message: SentMessage) => Outcome | Promise<Outcome>;

export interface RecordingSender extends Sender {
  /** Sent requests, oldest first. */
  readonly sent: readonly SentMessage[];
  readonly sentTo: (url: string) => readonly SentMessage[];
  answer(with_: Respond): void;
  readonly closed: () => boolean;
}

export function createOutcome(status: number, retryAfterMs: number | null = null): Outcome {
  return { status, retryAfterMs, failure: null, durationMs: 0, answer: '' };
}

export const TIMED_OUT: Outcome = { status: null, failure: 'timeout', durationMs: 0, answer: '' };
const CLOSED_OUTCOME: Outcome = { status: null, failure: 'connection', durationMs: 0, answer: '' };

/** A receiver that never responds. */
export const waitForever = () => new Promise<Outcome>(() => {});

/**
 * Creates a sender that only records. It responds with 204 by default. Requests that have no response when it is closed
 * fail.
 */
export function createRecordingSender({ now = () => 0 }: { now?: () => number } = {}): RecordingSender {
  const sent: SentMessage[] = [];
  let respond: Respond = () => createOutcome(204);
  const closing = Promise.withResolvers<Outcome>();
  let isClosed = false;

  return {
    sent,
    sentTo: (url) => sent.filter((message) => message.url === url),
    answer(with_) {
      respond = with_;
    },
    closed: () => isClosed,
    async send(message) {
      const recorded = { ...message, at: now(), id: message.headers['webhook-id'] ?? '' };
      sent.push(recorded);
      return Promise.race([respond(recorded), closing.promise]);
    },
    close() {
      isClosed = true;
      closing.resolve(CLOSED_OUTCOME);
    },
  };
}
