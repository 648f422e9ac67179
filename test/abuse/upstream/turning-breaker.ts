import type { ApiClient } from '../../../electron/api-client/api-client.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { SHOPS_ANSWER } from './asked-shops.ts';
import { startStub } from './stub-deployment.ts';
import type { UpstreamGround } from './upstream-ground.ts';

const ROUNDS = 10;
const FAILURES = 10;
const WHILE_OPEN = 1_000;
const PROBES = 100;
const REFUSALS = 40;
const REST_MS = 15_000;
const CALL = { method: listShops.method, path: listShops.path };

/** Opens the breaker again and again, and counts who gets through. */
export async function turnBreaker(ground: UpstreamGround): Promise<void> {
  for (let left = ground.run.scaled(ROUNDS); left > 0; left -= 1) await turnOnce(ground);
}

async function turnOnce({ run, open }: UpstreamGround): Promise<void> {
  let status = 500;
  const stub = await startStub((_request, response) => {
    const body = JSON.stringify(status === 200 ? SHOPS_ANSWER : {});
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const clock = createFixedClock(0);
  const upstream = open({ baseAddress: `http://127.0.0.1:${stub.port}`, clock });
  const other = open({ baseAddress: `http://127.0.0.1:${stub.port}`, clock });
  const arrivalsDuring = async (work: () => Promise<unknown>) => {
    const before = stub.arrivals();
    await work();
    return stub.arrivals() - before;
  };

  await arrivalsDuring(() => askEach(upstream, FAILURES));
  const passed = await arrivalsDuring(() => askAtOnce(upstream, WHILE_OPEN));
  run.count('calls while open', WHILE_OPEN);
  run.breach('calls through while open', 'of those at once', passed);
  const ofOther = await arrivalsDuring(() => askEach(other, 1));
  if (ofOther !== 1) run.breach('outcomes other than due', 'another account was refused as well');

  clock.advance(REST_MS);
  status = 200;
  const probes = await arrivalsDuring(() => askAtOnce(upstream, PROBES));
  run.count('probes');
  if (probes !== 1) run.breach('probes other than one', `${probes} calls after the rest`);
  const after = await arrivalsDuring(() => askEach(upstream, 1));
  if (after !== 1) run.breach('outcomes other than due', 'it stayed open after a good probe');

  status = 400;
  const refused = await arrivalsDuring(() => askEach(upstream, REFUSALS));
  if (refused !== REFUSALS) run.breach('good calls refused', `after ${refused} refusals of business`);
  upstream.close();
  other.close();
  await stub.close();
}

function askOnce(client: ApiClient): Promise<unknown> {
  return client.send(CALL).catch((error: unknown) => error);
}

async function askEach(client: ApiClient, calls: number): Promise<void> {
  for (let left = calls; left > 0; left -= 1) await askOnce(client);
}

/** All of them are let through, or not, before the first is answered. */
function askAtOnce(client: ApiClient, calls: number): Promise<unknown> {
  return Promise.all(Array.from({ length: calls }, () => askOnce(client)));
}
