import { type AddressProblem, readWebAddress } from '../web-address.ts';

/** Where a StoreKeeper account is. */
export interface StoreKeeperAddress {
  /** In the form in which it is stored and compared: `storekeeper+https://api-demo.storekeepercloud.com`. */
  readonly address: string;
  /** What is called: `https://api-demo.storekeepercloud.com`, without a path. */
  readonly origin: string;
  /** `https://demo.storekeepercloud.com`; null where the host does not show it. */
  readonly backOffice: string | null;
  /** The name of the account, where the host shows it. */
  readonly account: string | null;
}

export type StoreKeeperAddressReading =
  | ({ readonly ok: true } & StoreKeeperAddress)
  | { readonly ok: false; readonly problem: AddressProblem };

/** Before the addresses of accounts in their stored form. */
export const STOREKEEPER_SCHEME = 'storekeeper+';

const CLOUD = '.storekeepercloud.com';

const API = 'api-';

const ACCOUNT_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function isStored(address: string): boolean {
  return address.startsWith(STOREKEEPER_SCHEME);
}

/**
 * Reads what a person knows of their account: its name (`demo`), the address of its back office, with whatever page stands
 * behind it, that of its API, or the stored form. Any other HTTPS origin is the API itself; plain HTTP is for this computer.
 */
export function readStoreKeeperAddress(text: string): StoreKeeperAddressReading {
  const typed = text.trim();
  if (typed.toLowerCase() !== 'localhost' && ACCOUNT_NAME.test(typed))
    return addressOf(`https://${API}${typed}${CLOUD}`);
  const bare = isStored(typed.toLowerCase()) ? typed.slice(STOREKEEPER_SCHEME.length) : typed;
  const absolute = /^[a-z][a-z0-9.-]*:\/\//i.test(bare) ? bare : `https://${bare}`;
  // A path, a query and a fragment are pages of the back office: the API is asked at its origin alone.
  const [origin = ''] = /^[a-z0-9.-]+:\/\/[^/?#]*/i.exec(absolute) ?? [];
  return addressOf(origin);
}

function addressOf(typed: string): StoreKeeperAddressReading {
  const reading = readWebAddress(typed);
  if (!reading.ok) return reading;
  const [scheme = '', host = ''] = reading.address.split('://');
  const isBackOffice = host.endsWith(CLOUD) && !host.startsWith(API);
  const apiHost = isBackOffice ? `${API}${host}` : host;
  const officeHost = apiHost.startsWith(API) ? apiHost.slice(API.length) : null;
  const origin = `${scheme}://${apiHost}`;
  return {
    ok: true,
    address: `${STOREKEEPER_SCHEME}${origin}`,
    origin,
    backOffice: officeHost === null ? null : `${scheme}://${officeHost}`,
    account: officeHost?.endsWith(CLOUD) ? officeHost.slice(0, -CLOUD.length) : null,
  };
}
