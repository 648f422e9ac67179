import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_LIMITS } from '../../electron/service/service-limits.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { NO_OPERATION } from './support/strict-documentation.ts';
import { type After, exchangeBytes, SOCKET_CASES } from './support/strict-sockets.ts';
import { createTally, LEAST, SEED } from './support/strict-tally.ts';

const QUICK = { ...SERVICE_LIMITS, headersTimeoutMs: 200, requestTimeoutMs: 400, timeoutCheckMs: 25 };

const tally = createTally('sockets');
let service: SignedInService;
beforeAll(async () => {
  service = await startStandInService({ limits: QUICK });
});
afterAll(async () => {
  process.stdout.write(tally.line());
  await service.stop();
});

/** Every answer is in the shape of its status; a mere `100 Continue` has none. */
async function statusesOf(lines: string, after: After): Promise<number[]> {
  const bytes = Buffer.from(lines.replaceAll('HOST', `127.0.0.1:${service.port}`), 'latin1');
  const answers = await exchangeBytes(service.port, bytes, after);
  for (const answer of answers) if (answer.status !== 100) tally.take(answer, NO_OPERATION);
  return answers.map(({ status }) => status);
}

describe('on the socket', () => {
  it.each(SOCKET_CASES)('$title: $statuses', async ({ lines, statuses, after = 'end' }) => {
    expect(await statusesOf(lines, after)).toEqual(statuses);
  });
});

const PIECES =
  'GET |POST |/health|/api/shops| HTTP/1.1|\r\n|\n|\r|Host: HOST|Content-Length: 3|Transfer-Encoding: chunked|: |\0|' +
  'Connection: close|Expect: 100-continue|Upgrade: x|0\r\n\r\n|{}|%|?|\r\n\r\n|\u00ff|\t| ';

describe('noise', () => {
  const noise = fc.oneof(
    fc.array(fc.constantFrom(...PIECES.split('|')), { maxLength: 14 }).map((pieces) => pieces.join('')),
    fc
      .array(fc.integer({ min: 0, max: 255 }), { maxLength: 80 })
      .map((bytes) => String.fromCharCode(...bytes)),
    fc
      .tuple(fc.nat(60), fc.integer({ min: 0, max: 255 }))
      .map(([at, byte]) =>
        spoilt('GET /health HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', at, byte),
      ),
  );

  it('is answered in the one shape, if at all, and the service lives on', async () => {
    const property = fc.asyncProperty(noise, async (lines) => {
      const statuses = await statusesOf(lines, 'end');
      const foreseen = [100, 200, 400, 401, 403, 404, 405, 415, 417];
      tally.agree(
        statuses.every((status) => foreseen.includes(status)),
        () => `${lines}: ${statuses}`,
      );
    });
    await fc.assert(property, { numRuns: 1_000, seed: SEED });
    expect((await service.send('GET', '/health')).status).toBe(200);
  });
});

describe('together', () => {
  it('are as many as promised', () => {
    expect(tally.requests()).toBeGreaterThanOrEqual(LEAST.sockets);
  });
});

function spoilt(text: string, at: number, byte: number): string {
  return text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
}
