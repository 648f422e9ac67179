import type { Caller } from '../../electron/base/caller.ts';
import { type Platform, type PlatformCapabilities, readAllDiscountOrders } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';

export const STAND_IN_CALLER: Caller = {
  accountId: 1,
  userId: 7,
  account: 'stand-in',
  name: 'Sam Stand',
  email: 'sam@stand-in.example',
  roles: ['owner'],
  lockedLocation: null,
};

export const STAND_IN_CAPABILITIES: PlatformCapabilities = {
  backofficeHosts: [],
  webhooks: 'here',
  apiKeys: 'own',
  feeds: ['products', 'orders'],
  reports: ['financial', 'turnoverByDay', 'payments', 'dayClosing', 'productSales'],
  missingParameters: [],
};

export const STAND_IN_CREDENTIALS = {
  account: STAND_IN_CALLER.account,
  email: STAND_IN_CALLER.email,
  password: 'stand-in-password',
};

/** Creates a platform with one user and no records. Methods that a test does not provide throw. */
export function createStandInPlatform(methods: Partial<Platform> = {}): Platform {
  const failUnexpected = (name: string) => async (): Promise<never> => {
    throw new Error(`the test did not expect a call of ${name}`);
  };
  const platform: Platform = {
    getCapabilities: async () => STAND_IN_CAPABILITIES,
    async signIn({ password }) {
      if (password === STAND_IN_CREDENTIALS.password) return STAND_IN_CALLER;
      throw new PlatformError('credentials_refused', 'the platform gives a reason');
    },
    signInWithKey: failUnexpected('signInWithKey'),
    identify: async ({ userId }) => (userId === STAND_IN_CALLER.userId ? STAND_IN_CALLER : null),
    listReference: async () => [],
    searchProducts: failUnexpected('searchProducts'),
    findProduct: async () => null,
    listProductPrices: failUnexpected('listProductPrices'),
    listOrders: failUnexpected('listOrders'),
    findOrder: async () => null,
    readPriceList: failUnexpected('readPriceList'),
    readDiscountOrders: failUnexpected('readDiscountOrders'),
    listOrderItems: failUnexpected('listOrderItems'),
    listOrderPayments: failUnexpected('listOrderPayments'),
    readBatch: failUnexpected('readBatch'),
    listStock: failUnexpected('listStock'),
    listCustomers: failUnexpected('listCustomers'),
    findCustomer: failUnexpected('findCustomer'),
    readChanges: failUnexpected('readChanges'),
    readReport: failUnexpected('readReport'),
    listDiscountOrders: (caller, query) => readAllDiscountOrders(platform, caller, query),
    ...methods,
  };
  return platform;
}
