import type { EventEmitter } from 'node:events';

export interface MistakeWatch {
  /** `process`, outside tests. */
  readonly source: Pick<EventEmitter, 'on' | 'off'>;
  readonly log: { fatal(fields: object, message: string): void };
  readonly stop: () => Promise<void>;
  readonly exit: (status: number) => void;
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Ends the program when something went wrong that nobody caught, rather than let it go on in a state that
 * nobody knows. Answers how to stop watching.
 */
export function endOnMistakes({ source, log, stop, exit }: MistakeWatch): () => void {
  let isEnding = false;
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'a mistake that nobody caught ends the program');
    if (isEnding) return;
    isEnding = true;
    void stop()
      .catch((err) => log.fatal({ err }, 'the program could not be ended in order'))
      .then(() => exit(1));
  };
  for (const event of EVENTS) source.on(event, end);
  return () => {
    for (const event of EVENTS) source.off(event, end);
  };
}
