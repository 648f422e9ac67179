import { connectApi } from '../context/api-connection.ts';
import { type Context, pageIn } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Sides } from '../harness/measure-row.ts';
import { type Load, requestRate } from '../probes.ts';

/** The product and a bare server, asked by one tool, one request after the other. Throws where they do not answer the same rows. */
export async function rateAgainstBare(benchContext: Context, target: string): Promise<Sides> {
  const api = await openApi(await benchContext.startProduct());
  const bare = connectApi(await benchContext.startBare(), api.token);
  const [ids, bareIds] = [await api.read(target), await bare.read(target)].map(idsIn);
  if (ids !== bareIds) throw new Error(`the two servers answer ${target} with different rows`);
  const load: Load = { address: api.address, token: api.token, targets: [target], connections: 1 };
  const bareLoad: Load = { ...load, address: bare.address };
  await requestRate(load);
  await requestRate(bareLoad);
  return { product: () => requestRate(load), reference: () => requestRate(bareLoad) };
}

function idsIn(body: string): string {
  return pageIn<{ id: number }>(body)
    .rows.map(({ id }) => id)
    .join();
}
