import type { Outcome, OutgoingMessage, Sender } from '../../../../electron/feeds/receivers/sender.ts';

export interface SentMessage extends OutgoingMessage {
  /** By the clock of the test. */
  readonly at: number;
  readonly id: string;
}

export interface RecordingSender extends Sender {
  readonly sent: SentMessage[];
  readonly sentTo: (url: string) => SentMessage[];
  /** What receivers answer from now on. */
  answer(with_: (message: SentMessage) => Outcome | Promise<Outcome>): void;
  readonly closed: () => boolean;
}

export function answered(status: number, retryAfterMs: number | null = null): Outcome {
  return { status, retryAfterMs, failure: null, durationMs: 0, answer: '' };
}

export const TIMED_OUT: Outcome = { status: null, failure: 'timeout', durationMs: 0, answer: '' };
const CLOSED: Outcome = { status: null, failure: 'connection', durationMs: 0, answer: '' };

/** Says 204 unless told otherwise; what it was given before it was closed and did not answer then fails. */
export function createRecordingSender(now: () => number): RecordingSender {
  const sent: SentMessage[] = [];
  let respond: (message: SentMessage) => Outcome | Promise<Outcome> = () => answered(204);
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
      closing.resolve(CLOSED);
    },
  };
}

/** A receiver that never answers. */
export const silence = () => new Promise<Outcome>(() => {});
