import fc from 'fast-check';
import { NO_OPERATION } from '../../security/support/strict-description.ts';
import { CONTENT_TYPES } from '../../security/support/strict-headers.ts';
import { drawHttp, type HttpDraft, requestOf } from '../../security/support/strict-http.ts';
import { createHttpCheck } from '../../security/support/strict-http-check.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { ContractBench } from './contract-bench.ts';

const REQUESTS = 20_000;
const HEADS = 500;
const HEADERS_OF_HEAD = ['content-type', 'content-length', 'www-authenticate'];

/** Methods, paths and headers of which each may be right or wrong: the status is that of the first check that fails. */
export async function attackWithHttp(bench: ContractBench): Promise<void> {
  const { run, tally, shop } = bench;
  const check = createHttpCheck(shop, tally);
  for (const contentType of CONTENT_TYPES) await check({ ...plainPost(shop.port), contentType });
  const drawn = fc.sample(drawHttp(shop), { seed: run.seed, numRuns: run.scaled(REQUESTS) });
  for (const draft of drawn) await check(draft);
  await askHeads(bench, drawn);
}

/** A HEAD has the status, the type and the length of its GET. */
async function askHeads({ run, tally, shop }: ContractBench, drawn: readonly HttpDraft[]): Promise<void> {
  // That of the report names the moment at which it was made.
  const gets = drawn.filter(
    ({ method, path }) => method.text === 'GET' && path.routes[0] !== '/api/financial-report',
  );
  for (const draft of gets.slice(0, run.scaled(HEADS))) {
    const request = requestOf(draft);
    const get = await shop.wire.send(request);
    const head = await tally.send(shop.wire, { ...request, method: 'HEAD' }, NO_OPERATION);
    const isAlike =
      get?.status === head.status &&
      HEADERS_OF_HEAD.every((name) => head.headers.get(name) === get.headers.get(name));
    tally.agree(isAlike, () => `HEAD ${request.target}: ${head.status} and ${get?.status} for GET`);
  }
}

function plainPost(port: number): HttpDraft {
  return {
    method: { text: 'POST', isKnown: true },
    path: {
      target: '/api/auth/login',
      query: '',
      routes: ['/api/auth/login'],
      isFound: true,
      isOwn: true,
      isUnreadable: false,
    },
    query: '',
    host: { headers: [['Host', `127.0.0.1:${port}`]], isOwn: true },
    origin: { headers: [], isOwn: true },
    site: { headers: [], isForeign: false },
    authorization: { headers: [], isValid: false },
    contentType: { headers: [], isJson: false },
    noise: [],
    body: JSON.stringify(CREDENTIALS.owner),
  };
}
