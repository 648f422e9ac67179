import type { DatasetName } from '../contract/exports.ts';
import { catalog } from './catalog.ts';
import { customers } from './customers.ts';
import type { DatasetDeclaration } from './dataset-declaration.ts';
import { dayClosing } from './day-closing.ts';
import { discountOrders } from './discount-orders.ts';
import { financialReport } from './financial-report.ts';
import { journal } from './journal.ts';
import { journalSnelstart } from './journal-snelstart.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { priceList } from './price-list.ts';
import { priceTiers } from './price-tiers.ts';
import { productSales } from './product-sales.ts';
import { turnoverByGroup } from './turnover-by-group.ts';

export const DECLARATIONS: Readonly<Record<DatasetName, DatasetDeclaration>> = {
  'price-list': priceList,
  'price-tiers': priceTiers,
  catalog,
  'discount-orders': discountOrders,
  orders,
  'financial-report': financialReport,
  'turnover-by-group': turnoverByGroup,
  payments,
  'product-sales': productSales,
  'day-closing': dayClosing,
  customers,
  journal,
  'journal-snelstart': journalSnelstart,
};
