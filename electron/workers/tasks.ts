import { workerData } from 'node:worker_threads';
import {
  carryFailure,
  type MainMessage,
  type TaskOutcome,
  type TaskRequest,
  takeOutcome,
  type WorkerMessage,
} from './task-messages.ts';

/** Asks the main thread. Questions and answers are copied. */
export type AskMain = (question: unknown) => Promise<unknown>;

export interface TaskContext<Progress> {
  /** Aborted when the task is cancelled. Work that never waits must yield to the event loop to notice it. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
  readonly ask: AskMain;
}

/** In a worker: the function that the pool calls for `work`. A task file exports it as its default. */
export function createTask<Input, Answer, Progress = never>(
  work: (input: Input, context: TaskContext<Progress>) => Answer | Promise<Answer>,
): (request: TaskRequest<Input>) => Promise<TaskOutcome<Answer>> {
  return async ({ input, port }) => {
    const controller = new AbortController();
    const questions = new Map<number, (outcome: TaskOutcome<unknown>) => void>();
    let lastQuestionId = 0;
    const post = (message: WorkerMessage<Progress>) => port?.postMessage(message);

    function take(message: MainMessage): void {
      if ('isCancelled' in message) controller.abort();
      else questions.get(message.questionId)?.(message);
    }

    async function ask(question: unknown): Promise<unknown> {
      const questionId = ++lastQuestionId;
      const { promise, resolve } = Promise.withResolvers<TaskOutcome<unknown>>();
      questions.set(questionId, resolve);
      post({ questionId, question });
      const outcome = await promise;
      questions.delete(questionId);
      return takeOutcome(outcome);
    }

    port?.on('message', take);
    try {
      const report = (progress: Progress) => post({ progress });
      return { answer: await work(input, { signal: controller.signal, report, ask }) };
    } catch (thrown) {
      return { failure: carryFailure(thrown) };
    } finally {
      port?.close();
    }
  };
}

/** In a worker: the `data` of its pool. Both sides must name the same type. */
export function getPoolData<Data>(): Data {
  return workerData as Data;
}
