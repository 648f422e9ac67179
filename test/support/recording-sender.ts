import type { Outcome, OutgoingMessage, Sender } from '../../electron/feeds/receivers/sender.ts';

export interface RecordingSender extends Sender {
  /** What was sent, oldest first. */
  readonly sent: readonly OutgoingMessage[];
  /** What every message is answered from now on. */
  answerWith(outcome: Outcome): void;
}

/** Sends nothing anywhere. Until it is told otherwise every message is answered with 204. */
export function createRecordingSender(): RecordingSender {
  const sent: OutgoingMessage[] = [];
  let answer: Outcome = { status: 204, retryAfterMs: null, failure: null, durationMs: 12, answer: '' };
  return {
    sent,
    answerWith(outcome) {
      answer = outcome;
    },
    async send(message) {
      sent.push(message);
      return answer;
    },
    close() {},
  };
}
