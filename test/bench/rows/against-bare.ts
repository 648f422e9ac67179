import { type ApiConnection, connectApi } from '../context/api-connection.ts';
import { type Context, pageIn } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Sides } from '../harness/measure-row.ts';
import { percentile } from '../harness/percentile.ts';
import { requestRate } from '../probes.ts';

/** Requests per second of the product and of a bare server, asked by one tool, one request after the other. */
export async function rateAgainstBare(benchContext: Context, target: string): Promise<Sides> {
  return againstBare(benchContext, target, ({ address, token }) =>
    requestRate({ address, token, targets: [target], connections: 1 }),
  );
}

const REQUESTS = 5_000;

/** The time in milliseconds that one request in a hundred takes longer than. */
export async function p99AgainstBare(benchContext: Context, target: string): Promise<Sides> {
  return againstBare(benchContext, target, async (api) => {
    const tookMs: number[] = [];
    while (tookMs.length < REQUESTS) tookMs.push(await api.time(target));
    return percentile(tookMs, 99);
  });
}

/** Throws where the two do not answer the same rows. */
async function againstBare(
  benchContext: Context,
  target: string,
  measure: (api: ApiConnection) => Promise<number>,
): Promise<Sides> {
  const api = await openApi(await benchContext.startProduct());
  const bare = connectApi(await benchContext.startBare(), api.token);
  const [ids, bareIds] = [await api.read(target), await bare.read(target)].map(idsIn);
  if (ids !== bareIds) throw new Error(`the two servers answer ${target} with different rows`);
  for (const side of [api, bare]) await measure(side);
  return { product: () => measure(api), reference: () => measure(bare) };
}

function idsIn(body: string): string {
  return pageIn<{ id: number }>(body)
    .rows.map(({ id }) => id)
    .join();
}
