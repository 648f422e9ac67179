import type { Area } from './fact.ts';
import { CATALOG } from './facts/catalog-facts.ts';
import { CHANGES } from './facts/change-facts.ts';
import { CONCURRENCY } from './facts/concurrency-facts.ts';
import { CUSTOMERS } from './facts/customer-facts.ts';
import { DAY_REPORTS } from './facts/day-report-facts.ts';
import { DISCOUNT_ORDERS } from './facts/discount-order-facts.ts';
import { FAILURES } from './facts/failure-facts.ts';
import { FINANCIAL_REPORT } from './facts/financial-report-facts.ts';
import { FORM } from './facts/form-facts.ts';
import { LINES } from './facts/line-facts.ts';
import { ORDERS } from './facts/order-facts.ts';
import { PAYMENT_REPORT } from './facts/payment-report-facts.ts';
import { PRICES } from './facts/price-facts.ts';
import { PRICE_LIST } from './facts/price-list-facts.ts';
import { PRODUCT_SALES } from './facts/product-sales-facts.ts';
import { REFERENCE } from './facts/reference-facts.ts';
import { SIGN_IN } from './facts/sign-in-facts.ts';
import { STOCK } from './facts/stock-facts.ts';

/** All that is true of every platform. */
export const AREAS: readonly Area[] = [
  SIGN_IN,
  FORM,
  REFERENCE,
  CATALOG,
  PRICES,
  PRICE_LIST,
  STOCK,
  ORDERS,
  DISCOUNT_ORDERS,
  LINES,
  CUSTOMERS,
  FINANCIAL_REPORT,
  DAY_REPORTS,
  PAYMENT_REPORT,
  PRODUCT_SALES,
  CHANGES,
  FAILURES,
  CONCURRENCY,
];
