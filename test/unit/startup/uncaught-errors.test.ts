import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endOnUncaughtErrors } from '../../../electron/startup/shutdown.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';

function watch() {
  const source = new EventEmitter();
  const { log, records } = createLogRecorder();
  const steps: string[] = [];
  const unwatch = endOnUncaughtErrors({
    source,
    log,
    stop: async () => void steps.push('stop'),
    exit: (status) => {
      steps.push(`exit ${status}`);
      source.emit('ended');
    },
  });
  return { source, records, steps, unwatch };
}

describe('endOnUncaughtErrors', () => {
  it.each(['uncaughtException', 'unhandledRejection'])('logs, stops and exits on %s', async (event) => {
    const { source, records, steps } = watch();
    source.emit(event, new Error('unforeseen'));
    await once(source, 'ended');
    expect(steps).toEqual(['stop', 'exit 1']);
    expect(JSON.stringify(records)).toContain('unforeseen');
  });

  it('shows the error once everything has stopped, and exits even if that fails', async () => {
    const source = new EventEmitter();
    const steps: string[] = [];
    const show = (error: unknown) => {
      steps.push(String(error));
      throw new Error('there is no screen');
    };
    const stop = async () => void steps.push('stop');
    const exit = (status: number) => steps.push(`exit ${status}`) && source.emit('ended');
    endOnUncaughtErrors({ source, log: createLogRecorder().log, stop, show, exit });
    source.emit('uncaughtException', new Error('unforeseen'));
    await once(source, 'ended');
    expect(steps).toEqual(['stop', 'Error: unforeseen', 'exit 1']);
  });

  it('stops once and logs every error', async () => {
    const { source, records, steps } = watch();
    for (const text of ['first', 'second']) source.emit('uncaughtException', new Error(text));
    await once(source, 'ended');
    expect(steps).toEqual(['stop', 'exit 1']);
    expect(records).toHaveLength(2);
  });

  it('exits even if stopping fails', async () => {
    const source = new EventEmitter();
    const statuses: number[] = [];
    const stop = () => Promise.reject(new Error('the log is gone'));
    const exit = (status: number) => statuses.push(status) && source.emit('ended');
    endOnUncaughtErrors({ source, log: createLogRecorder().log, stop, exit });
    source.emit('uncaughtException', new Error('unforeseen'));
    await once(source, 'ended');
    expect(statuses).toEqual([1]);
  });

  it('can be undone', () => {
    const { source, unwatch } = watch();
    unwatch();
    expect(source.listenerCount('uncaughtException')).toBe(0);
  });
});
