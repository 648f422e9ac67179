import { parentPort, workerData } from 'node:worker_threads';
import {
  type AnswerMessage,
  carryFailure,
  failureOf,
  type QuestionOutcome,
  type ThreadMessage,
} from './thread-messages.ts';

/** Asks the thread that sent the request. Questions and answers are copied. */
export type AskParent = (question: unknown) => Promise<unknown>;

/**
 * In a thread: answers each request with the result of `answer`, or with its error. `report` passes on progress; `signal` is
 * aborted when the request is cancelled, which a thread notices between two of its tasks; `ask` asks whoever sent the
 * request. What `movedOf` names of an answer is moved, not copied: the thread does not use it any more.
 */
export function answerRequests<Request, Answer, Progress = never>(
  answer: (
    request: Request,
    report: (progress: Progress) => void,
    signal: AbortSignal,
    ask: AskParent,
  ) => Answer | Promise<Answer>,
  movedOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  if (parentPort === null) throw new Error('Only a thread answers requests.');
  const port = parentPort;
  const underWay = new Map<number, AbortController>();
  const questions = new Map<number, (outcome: QuestionOutcome) => void>();
  let lastQuestionId = 0;
  const post = (message: AnswerMessage<Answer, Progress>, moved: ArrayBuffer[] = []) =>
    port.postMessage(message, moved);

  async function ask(id: number, question: unknown): Promise<unknown> {
    const questionId = ++lastQuestionId;
    const { promise, resolve } = Promise.withResolvers<QuestionOutcome>();
    questions.set(questionId, resolve);
    post({ id, questionId, question });
    const outcome = await promise;
    questions.delete(questionId);
    if ('failure' in outcome) throw failureOf(outcome.failure);
    return outcome.answer;
  }

  port.on('message', async (message: ThreadMessage<Request>) => {
    const { id } = message;
    if ('isCancelled' in message) return underWay.get(id)?.abort();
    if ('questionId' in message) return questions.get(message.questionId)?.(message);
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      const report = (progress: Progress) => post({ id, progress });
      const answered = await answer(message.request, report, controller.signal, (question) => ask(id, question));
      post({ id, answer: answered }, movedOf(answered));
    } catch (thrown) {
      post({ id, failure: carryFailure(thrown) });
    } finally {
      underWay.delete(id);
    }
  });
}

/** In a thread: the `data` that it was started with. The two sides agree by naming the same type. */
export function threadData<Data>(): Data {
  return workerData as Data;
}
