import { parentPort } from 'node:worker_threads';
import { type AnswerMessage, carryFailure, type RequestMessage } from './thread-messages.ts';

/**
 * In a thread: answers each request with what `answer` gives for it, or with what it throws; `tell` says how far it
 * is. Of an answer is moved, and not copied, what `movedOf` names: the thread has no use for it any more.
 */
export function answerRequests<Request, Answer, Progress = never>(
  answer: (request: Request, tell: (progress: Progress) => void) => Answer | Promise<Answer>,
  movedOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  if (parentPort === null) throw new Error('Only a thread answers requests.');
  const port = parentPort;
  const post = (message: AnswerMessage<Answer, Progress>, moved: ArrayBuffer[] = []) =>
    port.postMessage(message, moved);

  port.on('message', async ({ id, request }: RequestMessage<Request>) => {
    try {
      const answered = await answer(request, (progress) => post({ id, progress }));
      post({ id, answer: answered }, movedOf(answered));
    } catch (thrown) {
      post({ id, failure: carryFailure(thrown) });
    }
  });
}
