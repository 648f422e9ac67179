import { describe, expect, it } from 'vitest';
import { readReceiverOptions } from '../../webhook-receiver/receiver-options.ts';

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const read = (...argv: string[]) => readReceiverOptions(argv, '/own');

describe('readReceiverOptions', () => {
  it('listens on the own computer unless told otherwise', () => {
    expect(read()).toEqual({
      secrets: [],
      host: '127.0.0.1',
      port: 8443,
      folder: '/own',
      failWith: null,
      slowMs: 0,
      showsHelp: false,
    });
  });

  it('reads two secrets, a status to fail with and seconds to wait', () => {
    expect(read('--secret', SECRET, '--secret', SECRET, '--fail', '410', '--slow', '20')).toMatchObject({
      secrets: [SECRET, SECRET],
      failWith: 410,
      slowMs: 20_000,
    });
  });

  it.each([
    ['--secret', 'whsec_c2hvcnQ='],
    ['--secret', SECRET.replace('whsec_', '')],
    ['--host', 'nas.lan'],
    ['--port', '65536'],
    ['--fail', '199'],
    ['--slow', '1e3'],
  ])('refuses %s %s', (option, value) => {
    expect(() => read(option, value)).toThrow(option);
  });
});
