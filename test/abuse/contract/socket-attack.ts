import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { SERVICE_LIMITS } from '../../../electron/service/server/create-server.ts';
import { NO_OPERATION } from '../../security/support/strict-description.ts';
import { socketNoise } from '../../security/support/strict-socket-noise.ts';
import { type After, exchangeBytes, SOCKET_CASES } from '../../security/support/strict-sockets.ts';
import { startStandInService } from '../../support/stand-in-service.ts';
import type { ContractBench } from './contract-bench.ts';

/** For what takes as long as it may. Everything else has the limits of the product: on a busy computer these are soon over. */
const QUICK = { ...SERVICE_LIMITS, headersTimeoutMs: 200, requestTimeoutMs: 400, timeoutCheckMs: 25 };
const NOISE = 1_000;
const FORESEEN = [100, 200, 400, 401, 403, 404, 405, 415, 417];

/** Bytes that are hardly HTTP: what is answered has the one shape, and the service lives on. */
export async function attackSockets({ run, tally }: ContractBench): Promise<void> {
  const services = { end: await startStandInService(), wait: await startStandInService({ limits: QUICK }) };
  const statusesOf = async (lines: string, after: After): Promise<number[]> => {
    const { port } = services[after];
    const bytes = Buffer.from(lines.replaceAll('HOST', `127.0.0.1:${port}`), 'latin1');
    const answers = await exchangeBytes(port, bytes, after);
    for (const answer of answers) if (answer.status !== 100) tally.take(answer, NO_OPERATION);
    return answers.map(({ status }) => status);
  };

  await Promise.all(
    SOCKET_CASES.map(async ({ title, lines, statuses, after = 'end' }) => {
      const answered = await statusesOf(lines, after);
      tally.agree(isDeepStrictEqual(answered, statuses), () => `${title}: ${answered} and not ${statuses}`);
    }),
  );
  for (const lines of fc.sample(socketNoise, { seed: run.seed, numRuns: run.scaled(NOISE) })) {
    const answered = await statusesOf(lines, 'end');
    const isForeseen = answered.every((status) => FORESEEN.includes(status));
    tally.agree(isForeseen, () => `${JSON.stringify(lines)}: ${answered}`);
  }
  for (const service of Object.values(services)) {
    const { status } = await service.send('GET', '/health');
    const isTooSlow = service === services.wait && status === 408;
    tally.agree(status === 200 || isTooSlow, () => `afterwards GET /health answers ${status}`);
    await service.stop();
  }
}
