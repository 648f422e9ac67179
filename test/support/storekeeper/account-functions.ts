import type { Clock } from '../../../electron/base/clock.ts';
import {
  CallRefusal,
  type Filter,
  holds,
  type ListParameters,
  type ParameterFamily,
  readFilters,
  readId,
  readInstant,
  readListParameters,
  undocumented,
  withoutTrailingNulls,
} from './call-parameters.ts';
import { customerRecord } from './made-customers.ts';
import { customerIdAt, type MadeOrder } from './made-orders.ts';
import { orderRecord } from './order-record.ts';
import {
  CONFIGURATION_RECORDS,
  LISTED_RATES,
  LOCATION_RECORDS,
  MAIN_SHOP,
  PAYMENT_METHOD_RECORDS,
  rateRecord,
  shopRecord,
} from './reference-records.ts';
import type { ServerCaller, Sessions } from './sessions.ts';
import type { SimulatedAccount } from './simulated-account.ts';
import type { Behaviour } from './switches.ts';
import { wireDate } from './wire-values.ts';

export interface FunctionDeps {
  readonly account: SimulatedAccount;
  readonly sessions: Sessions;
  readonly behaviour: Behaviour;
  readonly clock: Pick<Clock, 'now'>;
}

interface Call {
  readonly caller: ServerCaller;
  readonly params: readonly unknown[];
}

export interface AccountFunction {
  readonly isForAnonymous?: true;
  /** Throws `CallRefusal`. */
  readonly answer: (call: Call) => unknown;
}

/** Creates all functions by `Module::function`. None of them writes. */
export function createAccountFunctions(deps: FunctionDeps): ReadonlyMap<string, AccountFunction> {
  const { account, sessions, behaviour, clock } = deps;
  const { products } = account;

  function list(family: ParameterFamily, source: () => Rows, allowed: readonly string[] = []): AccountFunction {
    return {
      answer({ params }) {
        const page = readListParameters(family, params, allowed);
        return createPage(filteredRows(source(), page), page, behaviour.pageMaximum);
      },
    };
  }
  const productRows = list(
    'QLS',
    () => ({ total: products.rowCount, rowAt: (offset) => products.rowAt(offset) }),
    PRODUCT_FILTERS,
  );

  function isVisible({ shop }: MadeOrder, caller: ServerCaller): boolean {
    return !behaviour.limitsKeysToOwnShop || caller.kind !== 'channel' || shop.id === caller.shop.id;
  }

  function orderIds({ caller, params }: Call): number[] {
    if (withoutTrailingNulls(params).length > 1) throw undocumented('listOrderIds takes filters alone');
    const conditions = readFilters(params[0], ORDER_ID_FILTERS).map((filter) => orderCondition(filter, account));
    if (behaviour.limitsKeysToOwnShop) conditions.push((id) => isVisible(existingOrder(account, id), caller));
    const ids: number[] = [];
    for (const id of account.orderIds()) {
      if (!behaviour.hiddenOrders.has(id) && conditions.every((isSo) => isSo(id))) ids.push(id);
    }
    return ids.slice(-behaviour.idMaximum);
  }

  return new Map<string, AccountFunction>([
    [
      'ManagementModule::getTime',
      {
        isForAnonymous: true,
        answer({ params }) {
          refuseParameters(params);
          return wireDate(clock.now());
        },
      },
    ],
    [
      'RelationsModule::startSessionByEmail',
      {
        isForAnonymous: true,
        answer({ caller, params }) {
          if (caller.kind !== 'anonymous' || params.length !== 3) {
            throw undocumented('startSessionByEmail takes three parameters, from nobody known');
          }
          return sessions.start(params[0], params[1], params[2], behaviour.sessionMembers);
        },
      },
    ],
    [
      'ShopModule::getShopWithRelation',
      {
        answer({ caller, params }) {
          refuseParameters(params);
          const shop = caller.kind === 'channel' ? caller.shop : MAIN_SHOP;
          return { ...shopRecord(shop), relation_data: { business_data: { country_iso2: 'NL' } } };
        },
      },
    ],
    ['ShopModule::listConfigurations', list('S', () => fixedRows(CONFIGURATION_RECORDS), ['is_default__='])],
    ['ProductsModule::listTaxRates', list('S', () => fixedRows(LISTED_RATES.map(rateRecord)), RATE_FILTERS)],
    [
      'ShopModule::listTranslatedPaymentMethodForHooks',
      list('LS', () => fixedRows(PAYMENT_METHOD_RECORDS), ['provider_method_type/alias__in_list']),
    ],
    ['ShopModule::listLocationsForHook', list('S', () => fixedRows(LOCATION_RECORDS))],
    [
      'ShopModule::listCustomerRelations',
      list('S', () => ({
        total: account.customerCount,
        rowAt: (offset) => customerRecord(customerIdAt(offset)),
      })),
    ],
    ['ShopModule::naturalSearchShopFlatProductForHooks', productRows],
    ['ShopModule::naturalSearchShopFlatProducts', productRows],
    ['ShopModule::listOrderIds', { answer: orderIds }],
    [
      'ShopModule::getOrder',
      {
        answer({ caller, params }) {
          const [given, ...others] = withoutTrailingNulls(params);
          const id = readId(given);
          if (id === null || others.length > 0) throw undocumented('getOrder takes an id');
          const order = account.findOrder(id);
          if (order === null || !isVisible(order, caller)) throw new CallRefusal('Lookup', 'The order was not found.');
          return orderRecord(order, clock.now());
        },
      },
    ],
  ]);
}

const ORDER_ID_FILTERS = ['date_created__>=', 'is_paid__='];

const RATE_FILTERS = ['country_iso2__=', 'alias__=', 'value__='];

const PRODUCT_FILTERS = ['id__in_list', 'product_id__=', 'flat_product/product/sku__=', 'flat_product/product/type__='];

function refuseParameters(params: readonly unknown[]): void {
  if (withoutTrailingNulls(params).length > 0) throw undocumented('the function takes no parameters');
}

function existingOrder(account: SimulatedAccount, id: number): MadeOrder {
  const order = account.findOrder(id);
  if (order === null) throw new RangeError(`there is no order ${id}`);
  return order;
}

function orderCondition(filter: Filter, account: SimulatedAccount): (id: number) => boolean {
  if (filter.name === 'is_paid__=') return (id) => holds(filter, { is_paid: existingOrder(account, id).isPaid });
  const moment = readInstant(filter);
  return (id) => account.createdAt(id) >= moment;
}

/** Rows that are created when a page contains them. */
interface Rows {
  readonly total: number;
  rowAt(offset: number): object | null;
}

function fixedRows(rows: readonly object[]): Rows {
  return { total: rows.length, rowAt: (offset) => rows[offset] ?? null };
}

function filteredRows(rows: Rows, { filters, isDescending }: ListParameters): Rows {
  if (filters.length === 0 && !isDescending) return rows;
  const found: object[] = [];
  for (let offset = 0; offset < rows.total; offset += 1) {
    const row = rows.rowAt(offset);
    if (row !== null && filters.every((filter) => holds(filter, row))) found.push(row);
  }
  return fixedRows(isDescending ? found.reverse() : found);
}

function createPage(rows: Rows, { start, limit }: ListParameters, maximum: number): object {
  const length = Math.min(limit === 0 ? rows.total : limit, maximum);
  const data: object[] = [];
  for (let offset = start; offset < Math.min(start + length, rows.total); offset += 1) {
    const row = rows.rowAt(offset);
    if (row !== null) data.push(row);
  }
  return { data, total: rows.total, count: data.length };
}
