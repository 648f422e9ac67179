import type { Sabotage } from '../harness/sabotage.ts';

type Dropped = readonly [what: string, file: string, find: string, put: string];

/** The condition of the location, left out in one query after another. */
const DROPPED: readonly Dropped[] = [
  [
    'shops',
    'electron/store/catalog/reference-queries.ts',
    ".$if(locationId !== null, (shops) => shops.where('location_id', '=', locationId))",
    '',
  ],
  [
    'locations',
    'electron/store/catalog/reference-queries.ts',
    ".$if(locationId !== null, (locations) => locations.where('id', '=', Number(locationId)))",
    '',
  ],
  [
    'orders',
    'electron/store/orders/order-selection.ts',
    "eb.and([isOfAccount, eb('orders.location_id', '=', locationId)])",
    'isOfAccount',
  ],
  [
    'one order',
    'electron/store/orders/orders-queries.ts',
    ".$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))",
    '',
  ],
  [
    'stock',
    'electron/store/catalog/stock-queries.ts',
    "eb.and([isOfAccount, eb('stock.location_id', '=', locationId)])",
    'isOfAccount',
  ],
  [
    'the stock of products',
    'electron/store/catalog/product-selection.ts',
    "if (locationId === null) return eb.ref('products.stock');",
    "if (locationId !== 0) return eb.ref('products.stock');",
  ],
  [
    'customers',
    'electron/store/orders/customers-queries.ts',
    'if (scope.locationId === null) return isOfAccount;',
    'if (scope.locationId !== 0) return isOfAccount;',
  ],
  [
    'the purchases of customers',
    'electron/store/orders/customers-queries.ts',
    '.where(countingOrdersInScope(scope))',
    '.where(countingOrdersInScope({ ...scope, locationId: null }))',
  ],
  [
    'totals',
    'electron/store/totals/totals-selection.ts',
    'if (locationId !== null) terms.push',
    'if (locationId === 0) terms.push',
  ],
  [
    'changes of orders',
    'electron/store/changes/changes-queries.ts',
    'seen: locationId === null ? all :',
    'seen: locationId !== 0 ? all :',
  ],
  [
    'webhooks',
    'electron/store/webhooks/webhooks-repository.ts',
    'if (scope.locationId === null) return isOfAccount;',
    'if (scope.locationId !== 0) return isOfAccount;',
  ],
];

/** For the time that the tests may take. */
const IN_TESTS = ['totals', 'the stock of products'];

export const LOCK_SABOTAGES: readonly Sabotage[] = DROPPED.map(([what, file, find, put]) => ({
  name: `location-of-${what.replaceAll(' ', '-')}`,
  flaw: `the location that somebody is locked to is left out in the query of ${what}`,
  edit: { file, find, put },
  leftToAbuse: !IN_TESTS.includes(what),
}));
