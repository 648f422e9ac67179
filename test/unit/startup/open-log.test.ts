import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../../electron/startup/log-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('openLog', () => {
  it('writes lines of JSON with the time, readable by its owner only', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    const { log, close } = openLog(file);
    log.warn({ part: 'service' }, 'told');
    close();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      level: 40,
      part: 'service',
      msg: 'told',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('continues in a new file if the first was renamed and the log is opened again', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    const { log, reopen, close } = openLog(file);
    log.info('before');
    renameSync(file, `${file}.rotated`);
    reopen();
    log.info('after');
    close();
    expect(readFileSync(`${file}.rotated`, 'utf8')).toMatch(/"before"/);
    expect(readFileSync(file, 'utf8')).toMatch(/^[^\n]*"after"[^\n]*\n$/);
  });

  it('logs no secret that an error quotes, nor one in its causes, also in a child log', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    const { log, close } = openLog(file);
    const cause = new Error('GET /orders?q=canary%40alpha.example was refused for Bearer canary-token');
    const err = Object.assign(new Error('the platform failed', { cause }), {
      request: { password: 'canary' },
    });
    log.error({ err }, 'failed');
    log.child({ requestId: 'one' }).error(err);
    close();
    const written = readFileSync(file, 'utf8');
    expect(written.match(/the platform failed/g)?.length).toBeGreaterThanOrEqual(2);
    expect(written).not.toContain('canary');
  });

  it('omits a line about an error that another line reports', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    const { log, close } = openLog(file, { isLoggedAlready: (error) => error instanceof RangeError });
    log.error({ err: new RangeError('away') }, 'a loop failed');
    log.child({ requestId: 'one' }).warn({ err: new RangeError('away') }, 'a call failed');
    log.error({ err: new Error('a fault') }, 'told');
    log.error('told');
    close();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['told', 'told']);
  });

  it('writes what would forge a line as part of the original line', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    const { log, close } = openLog(file);
    log.info({ name: 'one\r\n{"level":30,"msg":"forged"}' }, 'told\nforged');
    close();
    expect(readFileSync(file, 'utf8').trimEnd().split(/\r|\n/)).toHaveLength(1);
  });

  it('continues the file of the last run', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    for (const text of ['first', 'second']) {
      const { log, close } = openLog(file);
      log.info(text);
      close();
    }
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('rotates a file that becomes too long while the program runs, and loses no line', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    const { log, close } = openLog(file);
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    for (const number of numbers) log.info({ number }, 'x'.repeat(1024 * 1024));
    close();

    const [earlier, later] = [`${file}.1`, file].map((name) => readFileSync(name, 'utf8').trim().split('\n'));
    const written = [...(earlier ?? []), ...(later ?? [])].map((line) => JSON.parse(line).number);
    expect(written).toEqual(numbers);
    expect(later).toHaveLength(2);
    for (const name of [file, `${file}.1`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  it('continues a file that cannot be renamed', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    mkdirSync(join(`${file}.1`, 'taken'), { recursive: true });
    writeFileSync(file, 'x'.repeat(5 * 1024 * 1024));
    const { log, close } = openLog(file);
    log.info('told');
    close();
    expect(readFileSync(file, 'utf8')).toMatch(/"msg":"told"\}\n$/);
  });

  it('rotates a long file once', () => {
    const file = join(temporaryFolder(), 'tilldesk.log');
    writeFileSync(file, 'x'.repeat(5 * 1024 * 1024));
    writeFileSync(`${file}.1`, 'older');
    openLog(file).close();
    expect(statSync(`${file}.1`).size).toBe(5 * 1024 * 1024);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).size).toBe(0);
  });
});
