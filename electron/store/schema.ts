import type { Generated, Kysely } from 'kysely';
import type { ItemType, OrderStatus, PaymentTerm } from '../../shared/contract/orders.ts';
import type { AccountsSchema } from './accounts/accounts-schema.ts';
import type { ChangesSchema } from './changes/changes-schema.ts';
import type { TotalsSchema } from './totals/totals-tables.ts';
import type { WebhooksSchema } from './webhooks/webhooks-schema.ts';

/**
 * The tables as Kysely sees them. Instants are milliseconds since the epoch, amounts 1/10,000 euro, quantities 1/1000,
 * percentages 1/100; flags are 0 or 1. Rows of an account have `account_id`, and every query filters on it. `_ex`
 * excludes VAT, `_wt` includes it. `folded_` columns are folded by shared/fold-text.ts, so that both databases search
 * and sort alike.
 */
export interface StoreSchema extends TotalsSchema, ChangesSchema, WebhooksSchema, AccountsSchema {
  accounts: AccountsTable;
  users: UsersTable;
  tokens: TokensTable;
  api_keys: ApiKeysTable;
  remote_accounts: RemoteAccountsTable;
  remote_users: RemoteUsersTable;
  sign_in_failures: SignInFailuresTable;
  sign_in_proofs: SignInProofsTable;
  demo_shops: DemoShopsTable;
  versions: VersionsTable;
  locations: LocationsTable;
  shops: ShopsTable;
  turnover_groups: TurnoverGroupsTable;
  tax_rates: TaxRatesTable;
  payment_providers: PaymentProvidersTable;
  products: ProductsTable;
  product_prices: ProductPricesTable;
  stock: StockTable;
  customers: CustomersTable;
  segments: SegmentsTable;
  customer_segments: CustomerSegmentsTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  order_payments: OrderPaymentsTable;
}

/** A connection to the store, or a transaction. */
export type StoreDb = Kysely<StoreSchema>;

type Flag = 0 | 1;

export interface AccountsTable {
  id: number;
  name: string;
}

export interface UsersTable {
  id: number;
  account_id: number;
  /** Lower case. */
  email: string;
  name: string;
  /** `scrypt$N$r$p$salt$hash`, see password-hasher.ts. */
  password_hash: string;
  /** Roles, separated by commas. */
  roles: string;
  locked_location_id: number | null;
  is_active: Flag;
}

export interface TokensTable {
  /** SHA-256 of the token in hex. The token is not stored. */
  token_hash: string;
  account_id: number;
  user_id: number;
  issued_at: number;
  expires_at: number;
  /** Encrypted credential for the user's platform, readable only with the token. `null` if the platform needs none. */
  sealed_grant: string | null;
}

export interface ApiKeysTable {
  /** Never reused, so that an id always identifies the same key. */
  id: Generated<number>;
  account_id: number;
  user_id: number;
  name: string;
  /** SHA-256 of the key in hex. The key is not stored. */
  key_hash: string;
  /**
   * The first characters of the key, by which its owner recognises it. `null` for keys created before this was stored.
   */
  key_prefix: string | null;
  /** 1 if the key may read personal data; otherwise such fields are null. */
  personal_data: number;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  /** As `TokensTable.sealed_grant`, readable only with the key. */
  sealed_grant: string | null;
}

/** Accounts of other deployments. See remote-accounts.ts for their numbers. */
interface RemoteAccountsTable {
  number: Generated<number>;
  /** Base URL. */
  platform: string;
  account: string;
}

/** Users of platforms that do not number users. See remote-accounts.ts. */
interface RemoteUsersTable {
  number: Generated<number>;
  /** `number` of the row in `remote_accounts`. */
  account_id: number;
  /** Distinguishes the user from others of the account. */
  identity: string;
}

/** Consecutive failed sign-ins. A success removes the row. */
export interface SignInFailuresTable {
  /** A hash, because a name or its misspelling may be a password. See `hashSignIn`. */
  sign_in_hash: string;
  failures: number;
  last_failed_at: number;
}

export interface SignInProofsTable {
  /** SHA-256 of the token, or of the sign-in for this program's window and for all API keys of a user. */
  proof_hash: string;
  /** The sign-in that this proves. */
  sign_in_hash: string;
  failures: number;
  /** The proof expires at this time. */
  kept_until: number;
}

export interface DemoShopsTable {
  account_id: number;
  seed: number;
  /** Orders are generated up to this time. */
  topped_up_until: number;
  /** Version of the generator. A shop from another version is generated again. */
  plan_version: number;
  /** 1 for a shop from demo:generate, which is never changed afterwards. */
  is_fixed: Flag;
}

/** Writers raise the version of a subject once in each transaction that changes it. */
export interface VersionsTable {
  account_id: number;
  subject: VersionSubject;
  version: number;
}

/** `products` includes prices, `customers` includes segments, `orders` includes items and payments. */
export type VersionSubject = 'products' | 'stock' | 'orders' | 'customers';

export interface LocationsTable {
  id: number;
  account_id: number;
  title: string;
  street: string;
  house_number: string;
  postal_code: string;
  city: string;
  country_iso2: string;
  is_active: Flag;
}

export interface ShopsTable {
  id: number;
  account_id: number;
  title: string;
  folded_title: string;
  type: 'pos' | 'webshop';
  location_id: number | null;
  country_iso2: string;
  currency: string;
  is_active: Flag;
}

export interface TurnoverGroupsTable {
  id: number;
  account_id: number;
  code: string;
  title: string;
  folded_title: string;
}

export interface TaxRatesTable {
  id: number;
  account_id: number;
  name: string;
  /** Percentage in 1/100: 2100 is 21%. */
  value_hundredths: number;
  country_iso2: string;
  alias: string;
}

export interface PaymentProvidersTable {
  id: number;
  account_id: number;
  title: string;
  alias: string;
  type_alias: string;
  is_default: Flag;
  is_published: Flag;
}

export interface ProductsTable {
  id: number;
  account_id: number;
  sku: string;
  title: string;
  product_group_id: number;
  shop_product_id: number;
  barcode: string | null;
  folded_sku: string;
  folded_title: string;
  /** Sum over all locations. Code that writes `stock` updates it too. */
  stock: Generated<number>;
}

export interface ProductPricesTable {
  id: number;
  account_id: number;
  product_id: number;
  product_price_type_id: number;
  ppu: number;
  ppu_wt: number;
  tax_rate_id: number;
  currency: string;
  from_qty: number | null;
}

export interface StockTable {
  account_id: number;
  product_id: number;
  location_id: number;
  quantity: number;
}

export interface CustomersTable {
  id: number;
  account_id: number;
  name: string;
  folded_name: string;
  email: string;
  phone: string;
  city: string;
  country_iso2: string;
  date_created: number;
}

export interface SegmentsTable {
  id: number;
  account_id: number;
  title: string;
}

export interface CustomerSegmentsTable {
  account_id: number;
  customer_id: number;
  segment_id: number;
}

export interface OrdersTable {
  id: number;
  account_id: number;
  order_number: string;
  date_purchased: number;
  /** Local day of the purchase as YYYYMMDD, see shared/calendar.ts. */
  local_day: number;
  date_updated: number;
  status: OrderStatus;
  shop_id: number;
  /** The location of the shop. */
  location_id: number | null;
  currency: string;
  payment_term: PaymentTerm;
  is_paid: Flag;
  customer_id: number | null;
  value_wt: number;
  value_ex: number;
  discount_wt: number;
  discount_ex: number;
  /** Including VAT: items that are neither turnover nor cash rounding. */
  non_revenue_wt: number;
  /** Including VAT: value before discount of the items sold, see `sumOrderItems`. */
  sold_before_discount_wt: number;
  /** The earlier order that this order returns or pays. `null` if there is none. */
  follows_order_id: number | null;
}

export interface OrderItemsTable {
  id: number;
  account_id: number;
  order_id: number;
  type: ItemType;
  product_id: number | null;
  sku: string | null;
  title: string;
  product_group_id: number | null;
  quantity: number;
  ppu: number;
  ppu_wt: number;
  discount_wt: number;
  discount_ex: number;
  value_wt: number;
  value_ex: number;
  tax_rate_id: number | null;
  cost_ex: number;
}

export interface OrderPaymentsTable {
  id: number;
  account_id: number;
  order_id: number;
  provider_id: number;
  amount: number;
  date_paid: number;
}
