import type { Platform } from './platform.ts';

/** Asks the platform of an account. */
export type AskOf = <Answer>(
  accountId: number,
  call: (platform: Platform) => Promise<Answer>,
) => Promise<Answer>;

/** A platform of which every call goes to that of the account that it is made for. */
export function routedPlatform(askOf: AskOf): Omit<Platform, 'signIn' | 'identify'> {
  return {
    capabilitiesOf: (caller) => askOf(caller.accountId, (own) => own.capabilitiesOf(caller)),
    signInWithKey: (accountId, key) => askOf(accountId, (own) => own.signInWithKey(accountId, key)),
    listReference: (caller, kind) => askOf(caller.accountId, (own) => own.listReference(caller, kind)),
    searchProducts: (caller, query) => askOf(caller.accountId, (own) => own.searchProducts(caller, query)),
    findProduct: (caller, id) => askOf(caller.accountId, (own) => own.findProduct(caller, id)),
    listProductPrices: (caller, query) =>
      askOf(caller.accountId, (own) => own.listProductPrices(caller, query)),
    readPriceList: (caller, query, after) =>
      askOf(caller.accountId, (own) => own.readPriceList(caller, query, after)),
    listStock: (caller, query) => askOf(caller.accountId, (own) => own.listStock(caller, query)),
    listCustomers: (caller, query) => askOf(caller.accountId, (own) => own.listCustomers(caller, query)),
    findCustomer: (caller, id) => askOf(caller.accountId, (own) => own.findCustomer(caller, id)),
    listOrders: (caller, query) => askOf(caller.accountId, (own) => own.listOrders(caller, query)),
    findOrder: (caller, id) => askOf(caller.accountId, (own) => own.findOrder(caller, id)),
    readDiscountOrders: (caller, query, after) =>
      askOf(caller.accountId, (own) => own.readDiscountOrders(caller, query, after)),
    listOrderItems: (caller, query) => askOf(caller.accountId, (own) => own.listOrderItems(caller, query)),
    listOrderPayments: (caller, query) =>
      askOf(caller.accountId, (own) => own.listOrderPayments(caller, query)),
    readChanges: (caller, feed, query) =>
      askOf(caller.accountId, (own) => own.readChanges(caller, feed, query)),
    readReport: (caller, kind, query) =>
      askOf(caller.accountId, (own) => own.readReport(caller, kind, query)),
  };
}
