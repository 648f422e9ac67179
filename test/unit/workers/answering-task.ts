import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { createTask, getPoolData } from '../../../electron/workers/tasks.ts';

export type Request =
  | 'data'
  | 'id'
  | 'until cancelled'
  | 'steps'
  | 'question'
  | 'fail'
  | 'throw text'
  | 'never'
  | 'exit'
  | 'crash'
  | 'loop'
  | 'lock';

/** SQLite needs about a second for so many numbers. */
const MANY = 10_000_000;

export default createTask<Request, unknown, number>((request, { signal, report, ask }) => {
  switch (request) {
    case 'data':
      return getPoolData();
    case 'id':
      return threadId;
    case 'until cancelled':
      return new Promise((resolve) => {
        const answer = () => resolve('cancelled');
        if (signal.aborted) answer();
        else signal.addEventListener('abort', answer);
      });
    case 'steps':
      for (const step of [1, 2, 3]) report(step);
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
    case 'lock': {
      const connection = new DatabaseSync(getPoolData<{ file: string }>().file);
      connection.exec('begin immediate');
      report(1);
      connection.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers limit ${MANY})
        select count(*) from numbers`);
    }
  }
});
