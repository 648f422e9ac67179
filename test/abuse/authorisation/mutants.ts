import { type Mutant, type MutantTable, mutantsOf } from '../harness/mutant.ts';

/** One for each way in which a walk finds them, for the time that the tests may take. */
const IN_TESTS = [
  'account-of-segments',
  'account-of-the-count-of-prices',
  'account-of-orders',
  'account-of-webhooks',
  'account-of-preferences',
  'location-of-the-stock-of-products',
  'location-of-totals',
  'role-of-one-route',
  'other-404',
];
/** The text that is replaced and what replaces it, by the file and by what the query reads. */
type DroppedConditions = Readonly<Record<string, Readonly<Record<string, readonly [find: string, put: string]>>>>;

/**
 * The condition of the account, left out in one query after another. Not here are those that another condition of the
 * same query makes up for: rows that are found by the ids of rows of the account.
 */
const OF_ACCOUNT: DroppedConditions = {
  'electron/store/catalog/reference-queries.ts': {
    shops: [
      ".where('account_id', '=', accountId)\n    .$if(locationId !== null, (shops)",
      '.$if(locationId !== null, (shops)',
    ],
    locations: [
      ".where('account_id', '=', accountId)\n    .$if(locationId !== null, (locations)",
      '.$if(locationId !== null, (locations)',
    ],
    'turnover groups': [".where('account_id', '=', accountId)\n    .orderBy('code')", ".orderBy('code')"],
    'tax rates': [".where('account_id', '=', accountId)\n    .$if(country !== undefined", '.$if(country !== undefined'],
    'payment providers': [
      ".selectFrom('payment_providers').selectAll().where('account_id', '=', accountId).orderBy('id')",
      ".selectFrom('payment_providers').selectAll().orderBy('id')",
    ],
    'payment methods': [".where('account_id', '=', accountId)\n    .where('is_published'", ".where('is_published'"],
    segments: [".where('segments.account_id', '=', scope.accountId)", ''],
  },
  'electron/store/catalog/catalog-queries.ts': {
    'pages of the catalog': [".where('account_id', '=', scope.accountId)\n        .orderBy('id')", ".orderBy('id')"],
    'the count of the catalog': [
      ".select(versionColumn(accountId, 'catalog'))\n    .where('account_id', '=', accountId)",
      ".select(versionColumn(accountId, 'catalog'))",
    ],
    'one product': [".where('account_id', '=', scope.accountId)\n    .where('id', '=', id)", ".where('id', '=', id)"],
    'the count of prices': [
      ".where('account_id', '=', accountId)\n    .where(isAmong('product_id', JSON",
      ".where(isAmong('product_id', JSON",
    ],
    prices: [".where('account_id', '=', accountId)\n    .orderBy('product_id')", ".orderBy('product_id')"],
  },
  'electron/store/catalog/product-selection.ts': {
    'searches of products': ["[eb('products.account_id', '=', scope.accountId)]", '[]'],
  },
  'electron/store/catalog/stock-queries.ts': {
    stock: ["eb('stock.account_id', '=', accountId)", "eb('stock.account_id', '>', 0)"],
  },
  'electron/store/orders/customers-queries.ts': {
    customers: ["eb('customers.account_id', '=', scope.accountId)", "eb('customers.account_id', '>', 0)"],
  },
  'electron/store/orders/order-selection.ts': {
    orders: ["eb('orders.account_id', '=', accountId)", "eb('orders.account_id', '>', 0)"],
  },
  'electron/store/orders/orders-queries.ts': {
    'one order': [
      ".where('orders.account_id', '=', accountId)\n    .where('orders.id', '=', id)",
      ".where('orders.id', '=', id)",
    ],
  },
  'electron/store/totals/totals-selection.ts': {
    totals: [
      'atPlace({ accountId, locationId }: StoreScope, place: TotalsSelection): RawBuilder<SqlBool> {',
      "atPlace({ locationId }: StoreScope, place: TotalsSelection): RawBuilder<SqlBool> {\n  const accountId = sql.ref('account_id');",
    ],
  },
  'electron/store/changes/changes-queries.ts': {
    'changes of orders': ['from order_changes where account_id =', 'from order_changes where 0 <'],
    'changes of products': ['from product_changes where account_id =', 'from product_changes where 0 <'],
    'changes of products seen from a location': ['as shared where account_id =', 'as shared where 0 <'],
    'the end of a feed': [
      ".where('account_id', '=', accountId)\n    .where('feed', '=', feed as Feed)",
      ".where('feed', '=', feed as Feed).orderBy('account_id', 'desc')",
    ],
  },
  'electron/store/webhooks/webhooks-repository.ts': {
    webhooks: ["eb('webhooks.account_id', '=', scope.accountId)", "eb('webhooks.account_id', '>', 0)"],
    'answers to subscriptions': ['and({ account_id, user_id, key_hash })', 'and({ user_id, key_hash })'],
  },
  'electron/store/accounts/exports-repository.ts': {
    exports: [".where('account_id', '=', caller.accountId)", ''],
  },
  'electron/store/accounts/ledgers-repository.ts': {
    'ledger accounts': [".where('account_id', '=', accountId)", ''],
  },
  'electron/store/accounts/preferences-repository.ts': {
    preferences: ['and({ account_id: accountId, user_id: userId })', 'and({ user_id: userId })'],
  },
  'electron/store/accounts/api-keys-repository.ts': {
    'lists of API keys': ["keys().where('account_id', '=', owner.account_id)", 'keys()'],
    'API keys to remove': [
      "db.deleteFrom('api_keys').where('account_id', '=', owner.account_id)",
      "db.deleteFrom('api_keys')",
    ],
  },
  'electron/store/accounts/tokens-repository.ts': {
    'tokens that make room': [
      ".where(({ and }) => and({ account_id, user_id }))\n        .where('token_hash', 'not in'",
      ".where(({ and }) => and({ user_id }))\n        .where('token_hash', 'not in'",
    ],
  },
  'electron/store/accounts/accounts-repository.ts': {
    users: [".where('users.account_id', '=', accountId)", ''],
  },
  'electron/service/server/request-log.ts': {
    'the request journal': ['if (caller.accountId !== reader.accountId) return false;', ''],
  },
};
/** The condition of the location, left out in one query after another. */
const OF_LOCATION: DroppedConditions = {
  'electron/store/catalog/reference-queries.ts': {
    shops: [".$if(locationId !== null, (shops) => shops.where('location_id', '=', locationId))", ''],
    locations: [".$if(locationId !== null, (locations) => locations.where('id', '=', Number(locationId)))", ''],
  },
  'electron/store/orders/order-selection.ts': {
    orders: ["eb.and([isOfAccount, eb('orders.location_id', '=', locationId)])", 'isOfAccount'],
  },
  'electron/store/orders/orders-queries.ts': {
    'one order': [".$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))", ''],
  },
  'electron/store/catalog/stock-queries.ts': {
    stock: ["eb.and([isOfAccount, eb('stock.location_id', '=', locationId)])", 'isOfAccount'],
  },
  'electron/store/catalog/product-selection.ts': {
    'the stock of products': [
      "if (locationId === null) return eb.ref('products.stock');",
      "if (locationId !== 0) return eb.ref('products.stock');",
    ],
  },
  'electron/store/orders/customers-queries.ts': {
    customers: [
      'if (scope.locationId === null) return isOfAccount;',
      'if (scope.locationId !== 0) return isOfAccount;',
    ],
    'the purchases of customers': [
      ".where(countingOrdersInScope(scope))\n    .where('orders.customer_id', 'in', ids)",
      ".where(countingOrdersInScope({ ...scope, locationId: null }))\n    .where('orders.customer_id', 'in', ids)",
    ],
  },
  'electron/store/totals/totals-selection.ts': {
    totals: ['if (locationId !== null) terms.push', 'if (locationId === 0) terms.push'],
  },
  'electron/store/changes/changes-queries.ts': {
    'changes of orders': ['seen: locationId === null ? all :', 'seen: locationId !== 0 ? all :'],
  },
  'electron/store/webhooks/webhooks-repository.ts': {
    webhooks: ['if (scope.locationId === null) return isOfAccount;', 'if (scope.locationId !== 0) return isOfAccount;'],
  },
};
/** Mistakes before the queries. */
const RIGHTS: MutantTable = {
  'electron/service/routes/add-endpoint.ts': {
    'role-of-one-route': [
      'one route asks for no role',
      'config: { access: endpoint.access, endpoint,',
      "config: { access: endpoint.path.endsWith('/deliveries') ? 'user' : endpoint.access, endpoint,",
    ],
  },
  'electron/service/security/request-guard.ts': {
    'every-role': [
      'anyone who is signed in is a manager',
      "(access === 'manager' && mayManage(caller))",
      "(access === 'manager' && caller.roles.length > 0)",
    ],
  },
  'electron/service/routes/orders-routes.ts': {
    'other-404': [
      'an order of somebody else is answered in another way than one that does not exist',
      "foundRecord('order', id,",
      "foundRecord(id < 10_000 ? 'order for you' : 'order', id,",
    ],
  },
  'electron/service/routes/known-ids.ts': {
    'foreign-filters': [
      'an id in a filter is looked for nowhere',
      'for (const id of ids) if (!known.has(id)) refuse(name, id);',
      'for (const id of ids) if (known.size === 0) refuse(name, id);',
    ],
    'foreign-products': [
      'a product in a filter is looked for nowhere',
      'if (productId !== undefined &&',
      'if (productId === -1 &&',
    ],
  },
  'electron/webhooks/webhook-record.ts': {
    'lock-of-one-caller': [
      'a webhook is everybody’s of the account, whatever location they are locked to',
      'locationId: lockedLocation?.id ?? null',
      'locationId: lockedLocation?.id === 0 ? 0 : null',
    ],
  },
};

const dropped = (kind: string, subject: string, conditions: DroppedConditions) =>
  Object.entries(conditions).flatMap(([file, queries]) =>
    mutantsOf(IN_TESTS, {
      [file]: Object.fromEntries(
        Object.entries(queries).map(([query, [find, put]]) => [
          `${kind}-of-${query.replaceAll(' ', '-')}`,
          [`${subject} is left out in the query of ${query}`, find, put],
        ]),
      ),
    }),
  );

export const AUTHORISATION_MUTANTS: readonly Mutant[] = [
  ...dropped('account', 'the account', OF_ACCOUNT),
  ...dropped('location', 'the location that somebody is locked to', OF_LOCATION),
  ...mutantsOf(IN_TESTS, RIGHTS),
];
