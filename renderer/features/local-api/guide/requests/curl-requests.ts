import type { GuideRequest, GuideTask, RequestFacts } from './guide-request.ts';

/** Double quotes and one line each: so they work in a command prompt, PowerShell and a Unix shell alike. */
export const CURL_REQUESTS: Readonly<Record<GuideTask, GuideRequest>> = {
  prices: (facts) =>
    [
      curl(facts, '/api/products?start=0&limit=200'),
      curl(facts, `/api/product-prices?product_ids=${facts.productIds}&limit=500`),
    ].join('\n'),
  report: (facts) =>
    curl(facts, `/api/financial-report?from=${facts.lastMonth.from}&to=${facts.lastMonth.to}`),
};

function curl({ apiAddress, keyPlace }: RequestFacts, path: string): string {
  return `curl -H "Authorization: Bearer ${keyPlace}" "${apiAddress}${path}"`;
}
