import { type AddressProblem, readWebAddress } from '../web-address.ts';

/** The addresses of a StoreKeeper account. */
export interface StoreKeeperAddress {
  /** The stored form: `storekeeper+https://api-demo.storekeepercloud.com`. */
  readonly address: string;
  /** Origin of the API: `https://api-demo.storekeepercloud.com`. */
  readonly origin: string;
  /** `https://demo.storekeepercloud.com`; `null` if the host does not show it. */
  readonly backOffice: string | null;
  /** Name of the account; `null` if the host does not show it. */
  readonly account: string | null;
}

export type StoreKeeperAddressReading =
  | ({ readonly ok: true } & StoreKeeperAddress)
  | { readonly ok: false; readonly problem: AddressProblem };

/** Prefix of stored addresses. */
export const STOREKEEPER_SCHEME = 'storekeeper+';

const CLOUD = '.storekeepercloud.com';

const API = 'api-';

const ACCOUNT_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function isStored(address: string): boolean {
  return address.startsWith(STOREKEEPER_SCHEME);
}

/**
 * Parses what users know of their account: its name (`demo`), the address of any page of its back office or of its API,
 * or the stored form. Any other HTTPS origin is the API itself. Plain HTTP is allowed for this computer only.
 */
export function readStoreKeeperAddress(text: string): StoreKeeperAddressReading {
  const typed = text.trim();
  if (typed.toLowerCase() !== 'localhost' && ACCOUNT_NAME.test(typed))
    return createAddress(`https://${API}${typed}${CLOUD}`);
  const bare = isStored(typed.toLowerCase()) ? typed.slice(STOREKEEPER_SCHEME.length) : typed;
  const absolute = /^[a-z][a-z0-9.-]*:\/\//i.test(bare) ? bare : `https://${bare}`;
  // Path, query and fragment belong to pages of the back office. The API only has an origin.
  const [origin = ''] = /^[a-z0-9.-]+:\/\/[^/?#]*/i.exec(absolute) ?? [];
  return createAddress(origin);
}

function createAddress(typed: string): StoreKeeperAddressReading {
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
