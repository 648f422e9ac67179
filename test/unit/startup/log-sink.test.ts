import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createLogSink } from '../../../electron/startup/log-file.ts';

/** A log on a disk that is full until the test frees it. */
function logOnFullDisk() {
  const disk = { isFull: true, text: '' };
  const told: string[] = [];
  const append = (text: string) => {
    if (disk.isFull) throw new Error('ENOSPC: no space left on device');
    disk.text += text;
  };
  const notify = (problem: string) => void told.push(problem);
  const log = pino({}, createLogSink({ now: () => 0, notify, append }));
  return { disk, told, log };
}

describe('createLogSink', () => {
  it('never fails the code that logs, and reports the problem once', () => {
    const { log, told } = logOnFullDisk();

    log.error({ err: new Error('any') }, 'first');
    log.fatal('second');

    expect(told).toEqual(['The log cannot be written: Error: ENOSPC: no space left on device']);
  });

  it('reports how many lines are missing once the disk accepts more', () => {
    const { log, disk } = logOnFullDisk();
    log.info('lost');
    log.info('lost as well');
    disk.isFull = false;

    log.info('kept');
    log.info('kept too');

    const lines = disk.text.split('\n').filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, time: '1970-01-01T00:00:00.000Z', lostCount: 2 },
      { msg: 'kept' },
      { msg: 'kept too' },
    ]);
  });
});
