import type { Sabotage } from '../harness/sabotage.ts';

const KNOWN_IDS = 'electron/service/routes/known-ids.ts';

/** Mistakes in what stands before the queries. */
export const RIGHTS_SABOTAGES: readonly Sabotage[] = [
  {
    name: 'role-of-one-route',
    flaw: 'one route asks for no role',
    edit: {
      file: 'electron/service/routes/add-endpoint.ts',
      find: 'config: { access: endpoint.access, endpoint }',
      put: "config: { access: endpoint.path.endsWith('/deliveries') ? 'user' : endpoint.access, endpoint }",
    },
  },
  {
    name: 'every-role',
    flaw: 'a manager is whoever signed in',
    edit: {
      file: 'electron/service/security/request-guard.ts',
      find: "(access === 'manager' && mayManage(caller))",
      put: "(access === 'manager' && caller.roles.length > 0)",
    },
    leftToAbuse: true,
  },
  {
    name: 'other-404',
    flaw: 'an order of somebody else is answered in another way than one that does not exist',
    edit: {
      file: 'electron/service/routes/orders-routes.ts',
      find: "foundRecord('order', id,",
      put: "foundRecord(id < 10_000 ? 'order for you' : 'order', id,",
    },
  },
  {
    name: 'foreign-filters',
    flaw: 'an id in a filter is looked for nowhere',
    edit: {
      file: KNOWN_IDS,
      find: 'if (!records.some((record) => record.id === id)) refuse(name, id);',
      put: 'if (records.length === 0) refuse(name, id);',
    },
    leftToAbuse: true,
  },
  {
    name: 'foreign-products',
    flaw: 'a product in a filter is looked for nowhere',
    edit: {
      file: KNOWN_IDS,
      find: 'if (productId !== undefined &&',
      put: 'if (productId === -1 &&',
    },
    leftToAbuse: true,
  },
  {
    name: 'lock-of-one-caller',
    flaw: 'a webhook is everybody’s of the account, whatever location they are locked to',
    edit: {
      file: 'electron/webhooks/webhook-record.ts',
      find: 'locationId: lockedLocation?.id ?? null',
      put: 'locationId: lockedLocation?.id === 0 ? 0 : null',
    },
    leftToAbuse: true,
  },
];
