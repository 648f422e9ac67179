import { parentPort } from 'node:worker_threads';
import { type AnswerMessage, carryFailure, type RequestMessage } from './thread-messages.ts';

/**
 * In a thread: answers each request with what `answer` gives for it, or with what it throws. Of an answer is moved,
 * and not copied, what `movedOf` names: the thread has no use for it any more.
 */
export function answerRequests<Request, Answer>(
  answer: (request: Request) => Answer | Promise<Answer>,
  movedOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  if (parentPort === null) throw new Error('Only a thread answers requests.');
  const port = parentPort;
  port.on('message', async ({ id, request }: RequestMessage<Request>) => {
    try {
      const answered = await answer(request);
      const message: AnswerMessage<Answer> = { id, answer: answered };
      port.postMessage(message, movedOf(answered));
    } catch (thrown) {
      const message: AnswerMessage<Answer> = { id, failure: carryFailure(thrown) };
      port.postMessage(message);
    }
  });
}
