import type { Sabotage } from '../harness/sabotage.ts';

const OF_ACCOUNT = ".where('account_id', '=', accountId)";
const REFERENCES = 'electron/store/catalog/reference-queries.ts';
const CATALOG = 'electron/store/catalog/catalog-queries.ts';
const STREAMS = 'electron/store/changes/changes-queries.ts';

type Dropped = readonly [name: string, file: string, find: string, put: string];

/**
 * The condition of the account, left out in one query after another. Not here are those that another condition of the
 * same query makes up for: rows that are found by the ids of rows of the account.
 */
const DROPPED: readonly Dropped[] = [
  ['shops', REFERENCES, `${OF_ACCOUNT}\n    .$if(locationId !== null, (shops)`, '.$if(locationId !== null, (shops)'],
  [
    'locations',
    REFERENCES,
    `${OF_ACCOUNT}\n    .$if(locationId !== null, (locations)`,
    '.$if(locationId !== null, (locations)',
  ],
  ['turnover groups', REFERENCES, `${OF_ACCOUNT}\n    .orderBy('code')`, ".orderBy('code')"],
  ['tax rates', REFERENCES, `${OF_ACCOUNT}\n    .orderBy((eb)`, '.orderBy((eb)'],
  [
    'payment providers',
    REFERENCES,
    `.selectFrom('payment_providers').selectAll()${OF_ACCOUNT}.orderBy('id')`,
    ".selectFrom('payment_providers').selectAll().orderBy('id')",
  ],
  ['payment methods', REFERENCES, `${OF_ACCOUNT}\n    .where('is_published'`, ".where('is_published'"],
  ['segments', REFERENCES, ".where('segments.account_id', '=', scope.accountId)", ''],
  [
    'pages of the catalog',
    CATALOG,
    ".where('account_id', '=', scope.accountId)\n        .orderBy('id')",
    ".orderBy('id')",
  ],
  [
    'the count of the catalog',
    CATALOG,
    ".select(versionColumn(accountId, 'catalog'))\n    .where('account_id', '=', accountId)",
    ".select(versionColumn(accountId, 'catalog'))",
  ],
  [
    'one product',
    CATALOG,
    ".where('account_id', '=', scope.accountId)\n    .where('id', '=', id)",
    ".where('id', '=', id)",
  ],
  [
    'the count of prices',
    CATALOG,
    ".where('account_id', '=', accountId)\n    .where(isAmong('product_id', JSON",
    ".where(isAmong('product_id', JSON",
  ],
  ['prices', CATALOG, ".where('account_id', '=', accountId)\n    .orderBy('product_id')", ".orderBy('product_id')"],
  [
    'searches of products',
    'electron/store/catalog/product-selection.ts',
    "[eb('products.account_id', '=', scope.accountId)]",
    '[]',
  ],
  [
    'stock',
    'electron/store/catalog/stock-queries.ts',
    "eb('stock.account_id', '=', accountId)",
    "eb('stock.account_id', '>', 0)",
  ],
  [
    'customers',
    'electron/store/orders/customers-queries.ts',
    "eb('customers.account_id', '=', scope.accountId)",
    "eb('customers.account_id', '>', 0)",
  ],
  [
    'orders',
    'electron/store/orders/order-selection.ts',
    "eb('orders.account_id', '=', accountId)",
    "eb('orders.account_id', '>', 0)",
  ],
  ['one order', 'electron/store/orders/orders-queries.ts', ".where('orders.account_id', '=', accountId)", ''],
  [
    'totals',
    'electron/store/totals/totals-selection.ts',
    'atPlace({ accountId, locationId }: StoreScope, place: TotalsSelection): RawBuilder<SqlBool> {',
    "atPlace({ locationId }: StoreScope, place: TotalsSelection): RawBuilder<SqlBool> {\n  const accountId = sql.ref('account_id');",
  ],
  ['changes of orders', STREAMS, 'from order_changes where account_id =', 'from order_changes where 0 <'],
  ['changes of products', STREAMS, 'from product_changes where account_id =', 'from product_changes where 0 <'],
  ['changes of products seen from a location', STREAMS, 'as shared where account_id =', 'as shared where 0 <'],
  [
    'the end of a feed',
    'electron/store/changes/changes-queries.ts',
    ".where('account_id', '=', accountId)\n    .where('feed', '=', feed)",
    ".where('feed', '=', feed).orderBy('account_id', 'desc')",
  ],
  [
    'webhooks',
    'electron/store/webhooks/webhooks-repository.ts',
    "eb('webhooks.account_id', '=', scope.accountId)",
    "eb('webhooks.account_id', '>', 0)",
  ],
  [
    'answers to subscriptions',
    'electron/store/webhooks/webhooks-repository.ts',
    'and({ account_id, user_id, key_hash })',
    'and({ user_id, key_hash })',
  ],
  ['exports', 'electron/store/accounts/exports-repository.ts', ".where('account_id', '=', caller.accountId)", ''],
  ['ledger accounts', 'electron/store/accounts/ledgers-repository.ts', ".where('account_id', '=', accountId)", ''],
  [
    'preferences',
    'electron/store/accounts/preferences-repository.ts',
    'and({ account_id: accountId, user_id: userId })',
    'and({ user_id: userId })',
  ],
  [
    'lists of API keys',
    'electron/store/accounts/api-keys-repository.ts',
    "keys().where('account_id', '=', owner.account_id)",
    'keys()',
  ],
  [
    'API keys to remove',
    'electron/store/accounts/api-keys-repository.ts',
    "db.deleteFrom('api_keys').where(({ and }) => and({ account_id, user_id }))",
    "db.deleteFrom('api_keys').where(({ and }) => and({ user_id }))",
  ],
  [
    'tokens that make room',
    'electron/store/accounts/tokens-repository.ts',
    ".where(({ and }) => and({ account_id, user_id }))\n        .where('token_hash', 'not in'",
    ".where(({ and }) => and({ user_id }))\n        .where('token_hash', 'not in'",
  ],
  ['users', 'electron/store/accounts/accounts-repository.ts', ".where('users.account_id', '=', accountId)", ''],
  [
    'the request journal',
    'electron/service/server/request-log.ts',
    'if (caller.accountId !== reader.accountId) return false;',
    '',
  ],
];

/** One for each way in which a walk finds them, for the time that the tests may take. */
const IN_TESTS = ['segments', 'the count of prices', 'orders', 'webhooks', 'preferences'];

export const ACCOUNT_SABOTAGES: readonly Sabotage[] = DROPPED.map(([what, file, find, put]) => ({
  name: `account-of-${what.replaceAll(' ', '-')}`,
  flaw: `the account is left out in the query of ${what}`,
  edit: { file, find, put },
  leftToAbuse: !IN_TESTS.includes(what),
}));
