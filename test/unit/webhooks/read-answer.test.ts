import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../electron/webhooks/https-sender.ts';

const read = (...chunks: readonly (string | Buffer)[]) =>
  readAnswer(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

describe('readAnswer', () => {
  it('returns a short response unchanged', async () => {
    expect(await read('{"é":', '"€"}\r\n\t')).toBe('{"é":"€"}\r\n\t');
    expect(await read()).toBe('');
  });

  it('returns 1024 bytes of a long one, in whole characters', async () => {
    expect(await read('a'.repeat(1023), '€uro')).toBe('a'.repeat(1023));
    expect(await read('a'.repeat(1021), '€uro')).toBe(`${'a'.repeat(1021)}€`);
    expect(await read('a'.repeat(1024))).toBe('a'.repeat(1024));
    expect(await read('a'.repeat(1025))).toBe('a'.repeat(1024));
  });

  it('makes control characters and changes of text direction visible', async () => {
    expect(await read('\0\x1b[31m\x7f\x85a\u202eb\ufeff')).toBe('��[31m��a�b�');
  });

  it('drops the signature that a receiver echoes', async () => {
    const signature = `v1,${'aB3/'.repeat(10)}abc=`;
    expect(await read(`{"webhook-signature":"${signature} ${signature}"}`)).toBe('{"webhook-signature":"v1,… v1,…"}');
  });

  it('replaces what is not text', async () => {
    expect(await read(Buffer.from([0x61, 0xff, 0xe2, 0x82]))).toBe('a��');
  });

  it('reads no further than 64 KiB', async () => {
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          given += 1;
          yield Buffer.alloc(1024, 'a');
        }
      })(),
      { highWaterMark: 1 },
    );
    await readAnswer(endless);
    expect(endless.destroyed).toBe(true);
    expect(given).toBeLessThan(70);
  });

  it('rejects a response that breaks off', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('reset')) });
    await expect(readAnswer(broken)).rejects.toThrow('reset');
  });
});
