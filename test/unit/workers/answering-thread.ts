import { threadId, workerData } from 'node:worker_threads';
import { answerRequests } from '../../../electron/workers/answer-requests.ts';

export type Request =
  | 'data'
  | 'later'
  | 'id'
  | 'wanted'
  | 'steps'
  | 'question'
  | 'fail'
  | 'throw text'
  | 'never'
  | 'exit'
  | 'crash'
  | 'loop';

answerRequests<Request, unknown, number>((request, tell, signal, ask) => {
  switch (request) {
    case 'data':
      return workerData;
    case 'later':
      return new Promise((resolve) => setImmediate(() => resolve('later')));
    case 'id':
      return threadId;
    case 'wanted':
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('not wanted')));
    case 'steps':
      for (const step of [1, 2, 3]) tell(step);
      return 'done';
    case 'question':
      return ask('how many').catch(({ name, code, message }) => ({ name, code, message }));
    case 'fail':
      throw Object.assign(new TypeError('no price', { cause: new Error('no product') }), { code: 'ERR_PRICE' });
    case 'throw text':
      throw 'only a text';
    case 'never':
      return new Promise(() => {});
    case 'exit':
      return process.exit(4);
    case 'crash':
      setImmediate(() => {
        throw new Error('nobody caught this');
      });
      return new Promise(() => {});
    case 'loop':
      for (;;);
  }
});
