/** Reference records of every simulated account: VAT rates, shops, locations, payment methods, configurations. */

export interface VatRate {
  readonly id: number;
  readonly alias: string;
  readonly name: string;
  /** The fraction in 1/10,000: 2100 is 21%. */
  readonly basisPoints: number;
  readonly country: string;
}

export const HIGH_RATE: VatRate = { id: 55, alias: 'high', name: 'Hoog', basisPoints: 2100, country: 'NL' };
export const LOW_RATE: VatRate = { id: 57, alias: 'low', name: 'Laag', basisPoints: 900, country: 'NL' };
export const FORMER_LOW_RATE: VatRate = {
  id: 56,
  alias: 'low_former',
  name: 'Laag, oud',
  basisPoints: 600,
  country: 'NL',
};
export const ZERO_RATE: VatRate = { id: 60, alias: 'zero', name: 'Nul', basisPoints: 0, country: 'NL' };
export const INTRA_EU_RATE: VatRate = {
  id: 85,
  alias: 'intra_eu',
  name: 'Intracommunautair',
  basisPoints: 0,
  country: 'EU',
};

/** The rates that `listTaxRates` returns. */
export const LISTED_RATES: readonly VatRate[] = [
  HIGH_RATE,
  FORMER_LOW_RATE,
  LOW_RATE,
  ZERO_RATE,
  { id: 61, alias: 'high', name: 'Voll', basisPoints: 1900, country: 'DE' },
  { id: 62, alias: 'high', name: 'Normaal', basisPoints: 2100, country: 'BE' },
  INTRA_EU_RATE,
];

/** Rates that only items of orders have. */
export const UNLISTED_RATE: VatRate = { id: 912, alias: 'high', name: 'Elders', basisPoints: 1300, country: 'LU' };

export interface MadeShop {
  readonly id: number;
  readonly alias: string;
  readonly name: string;
  readonly shopTypeId: number;
  readonly orderPrefix: string;
}

/** The shop of the users and of the first channel key. */
export const MAIN_SHOP: MadeShop = { id: 3, alias: 'webwinkel', name: 'Webwinkel', shopTypeId: 1, orderPrefix: 'W' };

export const COUNTER_SHOP: MadeShop = {
  id: 4,
  alias: 'pos-centrum',
  name: 'Kassa Centrum',
  shopTypeId: 2,
  orderPrefix: 'K',
};

export const SHOPS: readonly MadeShop[] = [
  MAIN_SHOP,
  COUNTER_SHOP,
  { id: 6, alias: 'pos-haven', name: 'Kassa Haven', shopTypeId: 2, orderPrefix: 'H' },
];

interface MadeLocation {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
  readonly isActive: boolean;
}

/** The third one is inactive: it is in no list, but in some orders. */
const LOCATIONS: readonly MadeLocation[] = [
  { id: 1, name: 'Centrum', isDefault: true, isActive: true },
  { id: 2, name: 'Haven', isDefault: false, isActive: true },
  { id: 5, name: 'Oude loods', isDefault: false, isActive: false },
];

export const CLOSED_LOCATION_ID = 5;

/** Products in the configuration, which are in no product list. */
export const GIFT_CARD_PRODUCT_ID = 901;
export const GIFT_CARD_BALANCE_PRODUCT_ID = 902;
export const DEPOSIT_PRODUCT_ID = 903;

export const CURRENCY = 'EUR';
export const OTHER_CURRENCY = 'USD';

export function rateRecord({ id, name, alias, basisPoints, country }: VatRate) {
  return { id, name, alias, value: basisPoints / 10_000, country_iso2: country };
}

export function shopRecord({ id, name, alias, shopTypeId, orderPrefix }: MadeShop) {
  return { id, name, alias, shop_type_id: shopTypeId, order_prefix: orderPrefix, published: true, deleted: false };
}

export const CONFIGURATION_RECORDS = [
  {
    id: 1,
    is_default: true,
    currency_iso3: CURRENCY,
    gift_card_product_id: GIFT_CARD_PRODUCT_ID,
    gift_card_balance_product_id: GIFT_CARD_BALANCE_PRODUCT_ID,
    emballage_product_id: DEPOSIT_PRODUCT_ID,
  },
  { id: 2, is_default: false, currency_iso3: OTHER_CURRENCY },
] as const;

/** Only active ones. The second has no country. */
export const LOCATION_RECORDS = LOCATIONS.filter(({ isActive }) => isActive).map((location, index) => ({
  id: location.id,
  name: location.name,
  is_default: location.isDefault,
  is_active: true,
  address: {
    street: 'Marktplein',
    streetnumber: String(10 + index),
    flatnumber: index === 0 ? null : 'B',
    zipcode: `100${index} AA`,
    city: 'Voorbeeldstad',
    country_iso2: index === 0 ? 'NL' : null,
  },
}));

const METHOD_TYPE_IDS: Readonly<Record<string, number>> = {
  Web: 1,
  TerminalDevice: 2,
  ExternalGiftCard: 3,
  OnlineGiftCard: 4,
};

/** The last one is not available to customers. */
export const PAYMENT_METHOD_RECORDS = [
  methodRecord(21, 'iDEAL', 'Web', { id: 31, alias: 'psp' }),
  methodRecord(22, 'Pin Centrum', 'TerminalDevice', { id: 32, alias: 'terminals' }),
  methodRecord(23, 'Pin Haven', 'TerminalDevice', { id: 32, alias: 'terminals' }, { active: false }),
  methodRecord(24, 'Cadeaukaart van elders', 'ExternalGiftCard', { id: 33, alias: 'cards' }),
  methodRecord(25, 'Cadeaukaart', 'OnlineGiftCard', { id: 33, alias: 'cards' }),
  methodRecord(26, 'Overschrijving', 'Web', { id: 31, alias: 'psp' }, { deleted: true }),
  methodRecord(27, 'Web', 'Web', { id: 34, alias: 'built_in' }, { eid: 'Web::PaymentModule' }),
];

function methodRecord(
  id: number,
  title: string,
  type: string,
  provider: { readonly id: number; readonly alias: string },
  { eid = `${type}::${id}`, active = true, deleted = false } = {},
) {
  return {
    ...{ id, title, eid, active, deleted },
    provider: { ...provider, is_default: provider.id === 31, published: true },
    provider_method_type: { id: METHOD_TYPE_IDS[type] ?? 0, alias: type },
  };
}
