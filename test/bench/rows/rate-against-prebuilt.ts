import type { Ground } from '../ground/ground.ts';
import { openApi } from '../ground/running-product.ts';
import type { Sides } from '../harness/row.ts';
import { type Load, requestRate } from '../probes/request-rate.ts';
import { prebuiltCatalog } from './prebuilt-catalog.ts';

/** The product and the same server with pre-built objects under the same load. */
export async function rateAgainstPrebuilt(ground: Ground, targets: readonly string[]): Promise<Sides> {
  const api = await openApi(await ground.startProduct());
  const reference = await ground.startReference(await prebuiltCatalog(api));
  const load: Load = { address: api.address, token: api.token, targets };
  const prebuilt: Load = { ...load, address: reference };
  await requestRate(load);
  await requestRate(prebuilt);
  return { product: () => requestRate(load), reference: () => requestRate(prebuilt) };
}
