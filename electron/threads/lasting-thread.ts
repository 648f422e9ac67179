import { startThread, type Thread, type ThreadOptions } from './start-thread.ts';
import { ThreadError } from './thread-error.ts';

/** A thread that is started by the first request, and anew by the first one after it was lost. */
export function createLastingThread<Data, Request, Answer, Progress = never>(
  options: ThreadOptions<Data>,
): Pick<Thread<Request, Answer, Progress>, 'ask' | 'end'> {
  let thread: Thread<Request, Answer, Progress> | null = null;
  let isEnded = false;

  return {
    async ask(request, asking) {
      if (isEnded) throw new ThreadError('The thread was ended.');
      if (!thread?.isRunning) thread = startThread<Data, Request, Answer, Progress>(options);
      return thread.ask(request, asking);
    },
    async end() {
      isEnded = true;
      await thread?.end();
    },
  };
}
