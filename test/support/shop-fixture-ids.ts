/** Ids of the fixture shop. Shops and locations share one sequence, as in the product. */
export const ACCOUNT = { alpha: 1, beta: 2 } as const;
export const LOCATION = { utrecht: 11, amsterdam: 12, arnhem: 13, beta: 21 } as const;
/** Utrecht has two tills, Amsterdam one and Arnhem none. The webshop has no location. */
export const SHOP = { utrecht1: 14, utrecht2: 15, amsterdam: 16, webshop: 17, beta: 22 } as const;
/** By code: books 8000, shipping 8010, toys 8020, never sold 8030. */
export const GROUP = { toys: 101, books: 102, shipping: 103, neverSold: 104, beta: 151 } as const;
export const RATE = {
  nl21: 201,
  nl9: 202,
  nl0: 203,
  nlExempt: 204,
  be21: 205,
  de19: 206,
  at20: 207,
  at10: 208,
  beta: 251,
} as const;
export const PROVIDER = {
  cash: 301,
  pin: 302,
  ideal: 303,
  /** Title with an accent, for the alphabetical order. */
  voucher: 304,
  /** Internal and not published. */
  returns: 305,
  /** Internal, and published by mistake, but still never listed. */
  balance: 306,
  /** Customer-facing, but not published. */
  hidden: 307,
  beta: 351,
} as const;
/** Mees has one order, which was cancelled. Zoë has none. */
export const CUSTOMER = { zon: 401, vries: 402, mees: 403, zoe: 404, beta: 451 } as const;
/** By id. Nobody belongs to the last one of the first account. */
export const SEGMENT = { regular: 502, business: 501, nobody: 503, beta: 551 } as const;
/** Barcodes of three products of alpha. Beta's barcode equals that of the apple. */
export const BARCODE = { apple: '8712345678906', lamp: '8710400123453', odd: 'AB-77/x' };

export const PRODUCT = {
  /** Priced with a tier, a purchase row and a type 3 row; stock 5 in Utrecht, -7 in Amsterdam. */
  cafe: 1001,
  /** Two sale rows without a threshold: the one with the lowest id is the sale price. Stock 0. */
  apple: 1002,
  /** Only a type 3 row: never priced. No stock row. */
  lamp: 1003,
  /** A sale row with a threshold only: no sale price. Stock 2.5. */
  course: 1004,
  /** No price row at all. Title and SKU are full of characters that could be operators. */
  odd: 1005,
  beta: 1901,
} as const;
export const ORDER = {
  saleWithTip: 5001,
  discountInCash: 5002,
  webshopToBelgium: 5003,
  unpaidInvoice: 5004,
  settledInvoice: 5005,
  otherItems: 5006,
  partialReturn: 5007,
  fullDiscount: 5008,
  negativeDiscount: 5009,
  cancelledWithDiscount: 5010,
  onHold: 5011,
  firstOfMonth: 5012,
  summerHalfPastTwo: 5013,
  winterHalfPastTwo: 5014,
  lastSecondOfClockChange: 5015,
  dayAfterClockChange: 5016,
  refunded: 5017,
  fullReturn: 5018,
  beforeSpringChange: 5019,
  lastWinterSecond: 5020,
  firstSummerSecond: 5021,
  afterSpringChange: 5022,
  paidWithBalance: 5023,
  exempt: 5024,
  beta: 5901,
} as const;
