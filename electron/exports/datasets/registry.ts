import type { DatasetName } from '../../../shared/contract/exports.ts';
import type { Dataset } from '../dataset.ts';
import { catalogSource } from './catalog.ts';
import { customersSource } from './customers.ts';
import { dayClosingSource } from './day-closing.ts';
import { debtorsSource } from './debtors.ts';
import { discountOrdersSource } from './discount-orders.ts';
import { financialReportSource } from './financial-report.ts';
import { journalSnelstartSource, journalSource } from './journal.ts';
import { openInvoicesSource } from './open-invoices.ts';
import { orderItemsSource, orderPaymentsSource } from './order-rows.ts';
import { ordersSource } from './orders.ts';
import { paymentsSource } from './payments.ts';
import { priceListSource } from './price-list.ts';
import { priceTiersSource } from './price-tiers.ts';
import { productSalesSource } from './product-sales.ts';
import { reportComparisonSource } from './report-comparison.ts';
import { turnoverByGroupSource } from './turnover-by-group.ts';

export const SOURCES: Readonly<Record<DatasetName, Dataset>> = {
  'price-list': priceListSource,
  'price-tiers': priceTiersSource,
  catalog: catalogSource,
  'discount-orders': discountOrdersSource,
  orders: ordersSource,
  'open-invoices': openInvoicesSource,
  debtors: debtorsSource,
  'financial-report': financialReportSource,
  'report-comparison': reportComparisonSource,
  'turnover-by-group': turnoverByGroupSource,
  payments: paymentsSource,
  'order-items': orderItemsSource,
  'order-payments': orderPaymentsSource,
  'product-sales': productSalesSource,
  'day-closing': dayClosingSource,
  customers: customersSource,
  journal: journalSource,
  'journal-snelstart': journalSnelstartSource,
};
