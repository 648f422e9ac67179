import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { startThread, type Thread } from '../../../electron/workers/thread.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Request } from './answering-thread.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const START = here('../../../electron/workers/thread.ts');
const SCRIPT = here('./answering-thread.ts');
const GONE = { name: 'ThreadError', code: 'ERR_THREAD_ENDED' };

describe('startThread', () => {
  let thread: Thread<Request, unknown, number>;
  let lost: string[];

  beforeEach(() => {
    lost = [];
    const onLost = ({ message }: Error) => void lost.push(message);
    thread = startThread({ script: SCRIPT, data: { file: 'x' }, onLost });
    return () => thread.end();
  });

  it('answers each request with its own answer, whichever comes first', async () => {
    const answers = await Promise.all([thread.ask('later'), thread.ask('data')]);
    expect(answers).toEqual(['later', { file: 'x' }]);
  });

  it('tells the caller how far it is, in order and before the answer', async () => {
    const told: unknown[] = [];
    const asked = thread.ask('steps', { onProgress: (step) => told.push(step) });
    const other = thread.ask('steps', { onProgress: (step) => told.push(-step) });
    told.push(await asked, await other);
    expect(told).toEqual([1, 2, 3, -1, -2, -3, 'done', 'done']);
  });

  it('answers a caller that does not listen', async () => {
    expect(await thread.ask('steps')).toBe('done');
  });

  it('answers what the thread asks for a request', async () => {
    const answerQuestion = async (question: unknown) => `${question}: 3`;
    const twice = () => thread.ask('question', { answerQuestion });
    expect(await Promise.all([twice(), twice()])).toEqual(['how many: 3', 'how many: 3']);
  });

  it('passes on why it cannot answer a question', async () => {
    const refusal = Object.assign(new Error('not now'), { name: 'Refusal', code: 'ERR_LATER' });
    const refused = await thread.ask('question', { answerQuestion: () => Promise.reject(refusal) });
    expect(refused).toEqual({ name: 'Refusal', code: 'ERR_LATER', message: 'not now' });
    expect(await thread.ask('question')).toMatchObject({ name: 'TypeError' });
  });

  it('rejects with what the code in the thread threw', async () => {
    const failure = await thread.ask('fail').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toMatchObject({
      name: 'TypeError',
      message: 'no price',
      code: 'ERR_PRICE',
      cause: { message: 'no product' },
    });
    await expect(thread.ask('throw text')).rejects.toBe('only a text');
    expect(thread.isRunning).toBe(true);
  });

  it('rejects a request that cannot be sent, and nothing else', async () => {
    await expect(thread.ask((() => 'data') as unknown as Request)).rejects.toThrow('could not be cloned');
    expect(await thread.ask('later')).toBe('later');
  });

  it('rejects all that is under way when the thread ends by itself', async () => {
    const [waiting, deadly] = await Promise.allSettled([thread.ask('never'), thread.ask('exit')]);
    expect(waiting).toMatchObject({ status: 'rejected', reason: GONE });
    expect(deadly).toEqual(waiting);
    expect(thread.isRunning).toBe(false);
    expect(lost).toEqual(['The thread ended by itself (status 4).']);
    await expect(thread.ask('data')).rejects.toMatchObject(GONE);
  });

  it('names the error that nobody caught in the thread', async () => {
    const cause = expect.objectContaining({ message: 'nobody caught this' });
    await expect(thread.ask('crash')).rejects.toMatchObject({ ...GONE, cause });
    expect(lost).toEqual(['The thread failed.']);
  });

  it('rejects when there is no such script', async () => {
    const nowhere = startThread<null, null, null>({ script: here('./nowhere.ts'), data: null });
    await expect(nowhere.ask(null)).rejects.toMatchObject(GONE);
  });

  it.each(['never', 'loop'] as const)('ends while it is busy (%s), and tells nobody that it is lost', async (busy) => {
    const asked = expect(thread.ask(busy)).rejects.toMatchObject(GONE);
    await thread.end();
    await asked;
    await thread.end();
    expect(lost).toEqual([]);
  });

  it.each([
    ['waits for an answer', "console.log(await thread.ask('later'));", 'later\n'],
    ['does not wait for a thread that owes none', "await thread.ask('data'); console.log('done');", 'done\n'],
  ])('keeps the process alive as long as there is an answer to come: %s', (_, lines, output) => {
    const program = join(temporaryFolder(), 'program.mjs');
    const opening = `import { startThread } from ${JSON.stringify(START)};
      const thread = startThread({ script: ${JSON.stringify(SCRIPT)}, data: null });`;
    writeFileSync(program, `${opening}\n${lines}`);
    const { stdout, status } = spawnSync(process.execPath, [program], { encoding: 'utf8', timeout: 10_000 });
    expect([stdout, status]).toEqual([output, 0]);
  });
});
