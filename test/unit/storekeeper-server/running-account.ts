import { onTestFinished } from 'vitest';
import { createFixedClock, type FixedClock, NOW } from '../../support/fixed-clock.ts';
import {
  type StoreKeeperOptions,
  type StoreKeeperServer,
  startStoreKeeperServer,
} from '../../support/storekeeper/storekeeper-server.ts';

export interface Envelope {
  readonly success: boolean;
  readonly response?: unknown;
  readonly class?: string;
  readonly error?: string;
  readonly ref?: string;
}

export interface RunningAccount {
  readonly server: StoreKeeperServer;
  readonly clock: FixedClock;
  /** Sends a call as the first channel, or with another auth object. */
  ask(name: string, params?: readonly unknown[], auth?: object): Promise<Envelope>;
  /** The response of a call; throws where it is refused. */
  read<Response>(name: string, params?: readonly unknown[], auth?: object): Promise<Response>;
  post(query: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

export const ANONYMOUS = { account: 'voorbeeld', user: 'anonymous', rights: 'anonymous', mode: 'none' };

/** Stops with the test. */
export async function runAccount(options: Omit<StoreKeeperOptions, 'clock'> = {}): Promise<RunningAccount> {
  const clock = createFixedClock(NOW);
  const server = await startStoreKeeperServer({ products: 60, orders: 120, ...options, clock });
  onTestFinished(() => server.stop());

  const post: RunningAccount['post'] = (query, body, headers = {}) =>
    fetch(`${server.address}/?${query}`, { method: 'POST', body, headers });
  const ask: RunningAccount['ask'] = async (name, params = [], auth = server.channels[0]) => {
    const response = await post(queryOf(name), JSON.stringify({ auth, params }));
    if (response.status !== 200) throw new Error(`${name} is answered with status ${response.status}`);
    return JSON.parse(await response.text());
  };
  return {
    server,
    clock,
    ask,
    post,
    async read<Response>(name: string, params?: readonly unknown[], auth?: object) {
      const { success, response, error } = await ask(name, params, auth);
      if (!success) throw new Error(`${name} is refused: ${error}`);
      return response as Response;
    },
  };
}

export function queryOf(name: string): string {
  const [module = '', bareName = ''] = name.split('::');
  return `action=request&api=fulljson&module=${module}&function=${bareName}`;
}

export interface WireList<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly count: number;
}

export interface WireItem {
  readonly rownb: number;
  readonly product_id?: number;
  readonly quantity: number;
  readonly ppu: number;
  readonly before_discount_ppu?: number;
  readonly before_discount_ppu_wt?: number;
  readonly price: number;
  readonly price_wt: number;
  readonly tax: number;
  readonly tax_rate_id: number;
  readonly is_with_discount: boolean;
  readonly refunded_quantity: number;
}

export interface WireOrder {
  readonly id: number;
  readonly number: string;
  readonly status: string;
  readonly date_purchased: string;
  readonly date_created: string;
  readonly date_updated: string;
  readonly is_paid: boolean;
  readonly value: number;
  readonly value_wt: number;
  readonly discount_value: number;
  readonly discount_value_wt: number;
  readonly paid_value_wt: number;
  readonly paid_back_value_wt: number;
  readonly refunded_price: number;
  readonly refunded_price_wt: number;
  readonly order_items?: readonly WireItem[];
  readonly order_taxes?: readonly Readonly<Record<string, string | number>>[];
}

/** Cents of a number or text of at most 2 decimals; throws at any other. */
export function centsOf(euros: number | string | undefined): number {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(euros)) ?? [];
  if (whole === '') throw new RangeError(`${euros} is no amount in cents`);
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return cents === 0 || sign === '' ? cents : -cents;
}
