import { describe, expect, it, onTestFinished } from 'vitest';
import { createUpstream } from '../../../electron/api-client/upstream.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { standingClock } from '../session/standing-clock.ts';
import { localDeployment } from './local-deployment.ts';

const READ = { method: 'GET', path: '/api/shops' };

async function upstreamTo(statusOf: (arrival: number) => number) {
  const { baseAddress, requests } = await localDeployment((request, response) => {
    const raw = `db at 10.0.0.1 refused ${request.headers.authorization}`;
    response.writeHead(statusOf(requests.length), { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: raw }));
  });
  const recorder = createLogRecorder();
  const clock = standingClock();
  const open = () => createUpstream({ baseAddress, authorities: [], clock, log: recorder.log });
  const upstream = open();
  onTestFinished(() => upstream.close());
  const ask = async (times: number, from = upstream) => {
    const told: string[] = [];
    for (let left = times; left > 0; left -= 1) {
      told.push(await from.send(READ).then(({ status }) => String(status), String));
    }
    return told;
  };
  return { ...recorder, clock, requests, upstream, open, ask };
}

describe('createUpstream', () => {
  it('never retries, and stops calling a deployment that failed ten times', async () => {
    const { requests, records, clock, ask } = await upstreamTo((arrival) => (arrival <= 10 ? 503 : 200));

    expect(await ask(10)).toEqual(Array(10).fill('503'));
    expect(await ask(1)).toEqual(['ApiFailure: The service failed too often. Try again in a few seconds.']);
    expect(requests).toHaveLength(10);
    clock.sleep(1_000);
    expect(await ask(2)).toEqual(['200', '200']);
    expect(records.flatMap(({ state }) => (state === undefined ? [] : [state]))).toEqual(['open', 'probing', 'closed']);
  });

  it('sends one call after the rest, and the others if that call succeeds', async () => {
    const { requests, clock, ask } = await upstreamTo((arrival) => (arrival <= 11 ? 502 : 200));
    const askAtOnce = async () => (await Promise.all([ask(1), ask(1), ask(1)])).flat();
    const resting = 'ApiFailure: The service failed too often. Try again in a few seconds.';
    await ask(10);

    clock.sleep(1_000);
    expect(await askAtOnce()).toEqual(['502', resting, resting]);
    expect(requests).toHaveLength(11);

    clock.sleep(1_000);
    expect(await askAtOnce()).toEqual(['200', '200', '200']);
    expect(requests).toHaveLength(14);
  });

  it('counts refusals as a sign of life', async () => {
    const { requests, ask } = await upstreamTo((arrival) => [400, 401, 404, 429][arrival % 4] ?? 400);

    await ask(40);

    expect(requests).toHaveLength(40);
  });

  it('keeps a separate breaker for each account', async () => {
    const { requests, open, ask } = await upstreamTo(() => 500);
    await ask(11);
    const other = open();
    onTestFinished(() => other.close());

    await ask(1, other);

    expect(requests).toHaveLength(11);
  });

  it('logs the error text it received, without the key and the search text', async () => {
    const { upstream, records } = await upstreamTo(() => 500);

    await upstream.send({
      method: 'GET',
      path: '/api/customers?q=de+Vries',
      headers: { authorization: 'Bearer hush-hush-hush' },
    });

    const log = JSON.stringify(records);
    expect(log).toContain('db at 10.0.0.1 refused');
    expect(log).toContain('/api/customers"');
    expect(log).not.toMatch(/hush-hush-hush|Vries/);
  });

  it('refuses an address to which the key would be sent unencrypted', () => {
    const { log } = createLogRecorder();
    const deps = { authorities: [], clock: standingClock(), log };

    expect(() => createUpstream({ ...deps, baseAddress: 'http://till.example' })).toThrow(
      'The service must be called over https://. Change its address.',
    );
  });
});
