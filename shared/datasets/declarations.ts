import type { DatasetName } from '../contract/exports.ts';
import { ITEM_TYPE_CHOICES, STATUS_CHOICES, TERM_CHOICES } from '../order-labels.ts';
import {
  choice,
  code,
  column,
  type DatasetColumn,
  type DatasetDeclaration,
  declareDataset,
  fixedColumn,
  hidden,
  hiddenLink,
  knownSum,
  personal,
  shopName,
  signed,
  summed,
  withMoments,
} from './dataset.ts';

const NO_PRICE = { nl: 'geen prijs', en: 'no price' };

/** An exempt rate is shown as a label, because it is not 0%. */
function vatPercentage<const Id extends string>(id: Id): DatasetColumn<Id> {
  return { ...column(id, 'percentage', 'Btw %', 'VAT %'), labelFrom: 'vat_label' };
}

/** One row per product with its sale price. Price columns are empty if there is none. */
export const priceList = declareDataset({
  name: 'price-list',
  title: { nl: 'Prijslijst', en: 'Price list' },
  counted: { nl: 'Aantal artikelen', en: 'Number of products' },
  fileName: { nl: 'prijslijst', en: 'price-list' },
  labelColumns: ['sku', 'title'],
  keyColumns: ['sku'],
  columns: [
    code('sku', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    { ...column('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'), emptyAs: NO_PRICE },
    column('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
    vatPercentage('vat'),
  ],
});

/** Sale prices with a minimum quantity, one row each, by product and quantity. */
export const priceTiers = declareDataset({
  name: 'price-tiers',
  title: { nl: 'Staffelprijzen', en: 'Price tiers' },
  counted: { nl: 'Aantal staffelprijzen', en: 'Number of price tiers' },
  fileName: { nl: 'staffelprijzen', en: 'price-tiers' },
  labelColumns: ['sku', 'from_qty'],
  columns: [
    hidden(column('product_id', 'integer', 'Artikel-id', 'Product id')),
    code('sku', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    column('from_qty', 'number', 'Vanaf aantal', 'From quantity'),
    column('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'),
    column('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
    vatPercentage('vat'),
  ],
});

/** The list of products, as on the catalog page. */
export const catalog = declareDataset({
  name: 'catalog',
  title: { nl: 'Artikelen', en: 'Products' },
  counted: { nl: 'Aantal artikelen', en: 'Number of products' },
  fileName: { nl: 'artikelen', en: 'products' },
  labelColumns: ['sku', 'title'],
  keyColumns: ['sku'],
  columns: [
    hidden(column('id', 'integer', 'Artikel-id', 'Product id')),
    code('sku', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    column('group', 'text', 'Omzetgroep', 'Turnover group'),
    column('stock', 'number', 'Voorraad', 'Stock'),
    { ...column('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'), emptyAs: NO_PRICE },
    column('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
    vatPercentage('vat'),
    hidden(column('vat_name', 'text', 'Btw-tarief', 'VAT rate')),
    hidden(column('never_priced', 'flag', 'Nog zonder prijs', 'Never priced')),
    hidden(column('shop_product_id', 'integer', 'Winkelartikel-id', 'Id in the shop')),
    hidden(code('barcode', 'Barcode', 'Barcode')),
  ],
});

/** Discounted orders, oldest first. */
export const discountOrders = declareDataset({
  name: 'discount-orders',
  title: { nl: 'Orders met korting', en: 'Orders with a discount' },
  counted: { nl: 'Aantal orders', en: 'Number of orders' },
  fileName: { nl: 'kortingsorders', en: 'discount-orders' },
  labelColumns: ['order_number'],
  columns: [
    hidden(column('id', 'integer', 'Order-id', 'Order id')),
    code('order_number', 'Ordernummer', 'Order number'),
    column('date_purchased', 'timestamp', 'Datum', 'Date'),
    choice('status', 'Status', 'Status', STATUS_CHOICES),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    shopName(column('shop', 'text', 'Winkel', 'Shop')),
    summed(column('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    summed(column('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    summed(column('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT')),
    column('discount_percentage', 'percentage', 'Korting %', 'Discount %'),
    personal(column('customer_name', 'text', 'Klant', 'Customer')),
    personal(column('customer_email', 'text', 'E-mailadres', 'E-mail')),
    { ...code('currency', 'Valuta', 'Currency'), usual: 'EUR' },
    hiddenLink(column('backoffice_url', 'text', 'Backoffice', 'Back office')),
  ],
});

/** Orders of any status, oldest first by default. */
export const orders = declareDataset({
  name: 'orders',
  title: { nl: 'Orders', en: 'Orders' },
  counted: { nl: 'Aantal orders', en: 'Number of orders' },
  fileName: { nl: 'orders', en: 'orders' },
  labelColumns: ['order_number'],
  columns: [
    hidden(column('id', 'integer', 'Order-id', 'Order id')),
    code('order_number', 'Ordernummer', 'Order number'),
    column('date_purchased', 'timestamp', 'Datum', 'Date'),
    hidden(column('date_updated', 'timestamp', 'Gewijzigd', 'Updated')),
    choice('status', 'Status', 'Status', STATUS_CHOICES),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    shopName(column('shop', 'text', 'Winkel', 'Shop')),
    choice('payment_term', 'Betaling', 'Payment', TERM_CHOICES),
    column('is_paid', 'flag', 'Betaald', 'Paid'),
    summed(column('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    summed(column('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    summed(column('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT')),
    hidden(column('customer_id', 'integer', 'Klantnummer', 'Customer number')),
    personal(column('customer_name', 'text', 'Klant', 'Customer')),
    personal(column('customer_email', 'text', 'E-mailadres', 'E-mail')),
    { ...code('currency', 'Valuta', 'Currency'), usual: 'EUR' },
    hiddenLink(column('backoffice_url', 'text', 'Backoffice', 'Back office')),
  ],
});

/** Unpaid orders on account, oldest first by default. */
export const openInvoices = declareDataset({
  name: 'open-invoices',
  title: { nl: 'Openstaande facturen', en: 'Open invoices' },
  counted: { nl: 'Aantal facturen', en: 'Number of invoices' },
  fileName: { nl: 'openstaande-facturen', en: 'open-invoices' },
  labelColumns: ['order_number'],
  columns: [
    hidden(column('id', 'integer', 'Order-id', 'Order id')),
    code('order_number', 'Ordernummer', 'Order number'),
    column('date_purchased', 'date', 'Datum', 'Date'),
    column('age', 'integer', 'Dagen sinds orderdatum', 'Days since order date'),
    hidden(column('paid_since', 'date', 'Sindsdien betaald', 'Paid since')),
    summed(column('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    summed(column('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    hidden(column('customer_id', 'integer', 'Klantnummer', 'Customer number')),
    personal(column('customer_name', 'text', 'Klant', 'Customer')),
    personal(column('customer_email', 'text', 'E-mailadres', 'E-mail')),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    shopName(column('shop', 'text', 'Winkel', 'Shop')),
  ],
});

/** Open invoices summed by customer, highest amount first by default. Amounts include VAT. */
export const debtors = declareDataset({
  name: 'debtors',
  title: { nl: 'Debiteurenlijst', en: 'Debtor list' },
  counted: { nl: 'Aantal klanten', en: 'Number of customers' },
  fileName: { nl: 'debiteurenlijst', en: 'debtor-list' },
  labelColumns: ['customer_id'],
  columns: [
    column('customer_id', 'integer', 'Klantnummer', 'Customer number'),
    personal(column('customer_name', 'text', 'Klant', 'Customer')),
    summed(column('invoices', 'integer', 'Facturen', 'Invoices')),
    column('date_oldest', 'date', 'Oudste factuur', 'Oldest invoice'),
    hidden(column('oldest', 'integer', 'Dagen sinds oudste factuur', 'Days since oldest')),
    summed(column('to30', 'euros', '0 t/m 30 dagen', '0 to 30 days')),
    summed(column('to60', 'euros', '31 t/m 60 dagen', '31 to 60 days')),
    summed(column('to90', 'euros', '61 t/m 90 dagen', '61 to 90 days')),
    summed(column('over90', 'euros', 'Meer dan 90 dagen', 'Over 90 days')),
    summed(column('total', 'euros', 'Totaal incl. btw', 'Total incl. VAT')),
  ],
});

/** A row with one figure, or one side of a check, and the section of the report that it is from. */
export const reportColumns = [
  column('section', 'text', 'Onderdeel', 'Section'),
  column('item', 'text', 'Regel', 'Item'),
  withMoments(column('detail', 'text', 'Detail', 'Detail')),
  column('value', 'euros', 'Excl. btw', 'Excl. VAT'),
  column('vat', 'euros', 'Btw', 'VAT'),
  column('value_wt', 'euros', 'Incl. btw', 'Incl. VAT'),
  { ...column('percentage', 'percentage', 'Percentage', 'Percentage'), labelFrom: 'percentage_label' },
] as const;

/** The record of a figure, for programs. People read titles. */
const reportIds = [
  hidden(column('location_id', 'integer', 'Vestiging-id', 'Location id')),
  hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
  hidden(column('tax_rate_id', 'integer', 'Btw-tarief-id', 'VAT rate id')),
  hidden(column('product_group_id', 'integer', 'Omzetgroep-id', 'Group id')),
  hidden(code('product_group_code', 'Omzetgroepcode', 'Group code')),
  hidden(column('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
  hidden(code('type_alias', 'Soort betaalwijze', 'Method type')),
] as const;

/** Every figure of the financial report in a row, and both sides of every check. */
export const financialReport = declareDataset({
  name: 'financial-report',
  title: { nl: 'Financieel rapport', en: 'Financial report' },
  fileName: { nl: 'financieel-rapport', en: 'financial-report' },
  sectionColumn: 'section',
  labelColumns: ['section', 'item', 'detail'],
  columns: [...reportColumns, ...reportIds],
});

/** The report beside that of another period, for one side of VAT. Headings of amounts contain their days. */
export const reportComparison = declareDataset({
  name: 'report-comparison',
  title: { nl: 'Financieel rapport, vergeleken', en: 'Financial report, compared' },
  fileName: { nl: 'financieel-rapport-vergeleken', en: 'financial-report-compared' },
  sectionColumn: 'section',
  labelColumns: ['section', 'item', 'detail'],
  columns: [
    column('section', 'text', 'Onderdeel', 'Section'),
    column('item', 'text', 'Regel', 'Item'),
    column('detail', 'text', 'Detail', 'Detail'),
    column('amount', 'euros', 'Periode', 'Period'),
    column('compared', 'euros', 'Vergeleken periode', 'Period compared'),
    signed(column('difference', 'euros', 'Verschil', 'Difference')),
    signed(column('percentage', 'percentage', 'Verschil %', 'Difference %')),
    ...reportIds,
  ],
});

/** Turnover by group and shop. Rounding differences are rows without a group. The sums are the turnover. */
export const turnoverByGroup = declareDataset({
  name: 'turnover-by-group',
  title: { nl: 'Omzet per omzetgroep', en: 'Turnover by group' },
  fileName: { nl: 'omzet-per-groep', en: 'turnover-by-group' },
  labelColumns: ['title', 'shop'],
  columns: [
    hidden(column('product_group_id', 'integer', 'Omzetgroep-id', 'Group id')),
    code('product_group_code', 'Code', 'Code'),
    column('title', 'text', 'Omzetgroep', 'Turnover group'),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    shopName(column('shop', 'text', 'Winkel', 'Shop')),
    summed(column('value', 'euros', 'Omzet excl. btw', 'Turnover excl. VAT')),
    summed(column('vat', 'euros', 'Btw', 'VAT')),
    summed(column('value_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
  ],
});

/** Payments by day of purchase and method. The sums are those of the financial report. */
export const payments = declareDataset({
  name: 'payments',
  title: { nl: 'Betalingen', en: 'Payments' },
  fileName: { nl: 'betalingen', en: 'payments' },
  labelColumns: ['date', 'title'],
  columns: [
    column('date', 'date', 'Datum', 'Date'),
    hidden(column('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
    column('title', 'text', 'Betaalwijze', 'Payment method'),
    hidden(column('type_alias', 'text', 'Soort', 'Type')),
    summed(column('payments', 'integer', 'Aantal betalingen', 'Payments')),
    summed(column('amount', 'euros', 'Bedrag', 'Amount')),
  ],
});

/** Items of counted orders, behind the figures of the financial report. Cost has the sign of the quantity. */
export const orderItems = declareDataset({
  name: 'order-items',
  title: { nl: 'Orderregels', en: 'Order items' },
  counted: { nl: 'Aantal regels', en: 'Number of items' },
  fileName: { nl: 'orderregels', en: 'order-items' },
  labelColumns: ['order_number', 'title'],
  columns: [
    hidden(column('id', 'integer', 'Regel-id', 'Item id')),
    code('order_number', 'Ordernummer', 'Order number'),
    column('date_purchased', 'timestamp', 'Datum', 'Date'),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    shopName(column('shop', 'text', 'Winkel', 'Shop')),
    choice('type', 'Soort', 'Type', ITEM_TYPE_CHOICES),
    code('sku', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Omschrijving', 'Description'),
    // Pieces and kilos cannot be summed.
    column('quantity', 'number', 'Aantal', 'Quantity'),
    column('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    hidden(summed(column('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT'))),
    summed(column('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    hidden(column('tax_rate_id', 'integer', 'Btw-tarief-id', 'VAT rate id')),
    vatPercentage('vat_percentage'),
    summed(column('vat', 'euros', 'Btw', 'VAT')),
    summed(column('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    knownSum(column('cost_value_ex', 'euros', 'Inkoopwaarde', 'Cost'), 'cost'),
  ],
});

/** Payments of counted direct orders, by day of purchase. */
export const orderPayments = declareDataset({
  name: 'order-payments',
  title: { nl: 'Betalingen per order', en: 'Payments by order' },
  counted: { nl: 'Aantal betalingen', en: 'Number of payments' },
  fileName: { nl: 'betalingen-per-order', en: 'payments-by-order' },
  labelColumns: ['order_number', 'method'],
  columns: [
    hidden(column('id', 'integer', 'Betaling-id', 'Payment id')),
    code('order_number', 'Ordernummer', 'Order number'),
    column('date_purchased', 'timestamp', 'Datum', 'Date'),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    shopName(column('shop', 'text', 'Winkel', 'Shop')),
    hidden(column('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
    column('method', 'text', 'Betaalwijze', 'Payment method'),
    hidden(column('type_alias', 'text', 'Soort', 'Type')),
    column('date_paid', 'timestamp', 'Betaald op', 'Paid on'),
    summed(column('amount', 'euros', 'Bedrag', 'Amount')),
  ],
});

/** Sales per product. */
export const productSales = declareDataset({
  name: 'product-sales',
  title: { nl: 'Verkopen per artikel', en: 'Product sales' },
  counted: { nl: 'Aantal artikelen', en: 'Number of products' },
  fileName: { nl: 'verkopen-per-artikel', en: 'product-sales' },
  labelColumns: ['sku', 'title'],
  keyColumns: ['sku'],
  columns: [
    hidden(column('product_id', 'integer', 'Artikel-id', 'Product id')),
    code('sku', 'Artikelnummer', 'SKU'),
    column('title', 'text', 'Artikel', 'Product'),
    column('group', 'text', 'Omzetgroep', 'Turnover group'),
    column('quantity', 'number', 'Aantal', 'Quantity'),
    summed(column('value', 'euros', 'Omzet excl. btw', 'Turnover excl. VAT')),
    summed(column('value_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    knownSum(column('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost'),
    knownSum(column('margin', 'euros', 'Marge', 'Margin'), 'cost'),
    column('margin_percentage', 'percentage', 'Marge %', 'Margin %'),
    column('share', 'percentage', 'Aandeel %', 'Share %'),
    // Only if another period is requested, whose days are in the heading.
    hidden(
      column('compared', 'euros', 'Omzet vergeleken periode excl. btw', 'Turnover of the period compared excl. VAT'),
    ),
    hidden(signed(column('change', 'percentage', 'Verschil %', 'Difference %'))),
  ],
});

/** The counts of one day with its financial report. */
const closingColumns = reportColumns.filter((declared) => declared.id !== 'percentage');

export const dayClosing = declareDataset({
  name: 'day-closing',
  title: { nl: 'Dagstaat', en: 'End of day' },
  fileName: { nl: 'dagstaat', en: 'end-of-day' },
  sectionColumn: 'section',
  labelColumns: ['section', 'item', 'detail'],
  columns: [...closingColumns, column('count', 'integer', 'Aantal', 'Count'), ...reportIds],
});

/** Customers with purchase figures, by id by default. */
export const customers = declareDataset({
  name: 'customers',
  title: { nl: 'Klanten', en: 'Customers' },
  counted: { nl: 'Aantal klanten', en: 'Number of customers' },
  fileName: { nl: 'klanten', en: 'customers' },
  labelColumns: ['id'],
  columns: [
    column('id', 'integer', 'Klantnummer', 'Customer number'),
    personal(column('name', 'text', 'Naam', 'Name')),
    personal(column('email', 'text', 'E-mailadres', 'E-mail')),
    personal(column('phone', 'text', 'Telefoon', 'Phone')),
    personal(column('city', 'text', 'Plaats', 'City')),
    code('country_iso2', 'Land', 'Country'),
    column('segments', 'text', 'Segmenten', 'Segments'),
    column('date_created', 'timestamp', 'Klant sinds', 'Customer since'),
    column('date_last_purchased', 'timestamp', 'Laatste aankoop', 'Last purchase'),
    summed(column('order_count', 'integer', 'Orders', 'Orders')),
    summed(column('turnover_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
    knownSum(column('open_invoices_wt', 'euros', 'Openstaand incl. btw', 'Open incl. VAT'), 'open_invoices'),
  ],
});

/** The booking of a day or a month, one line per ledger account and subject. */
export const journal = declareDataset({
  name: 'journal',
  title: { nl: 'Journaalpost', en: 'Journal' },
  fileName: { nl: 'journaal', en: 'journal' },
  labelColumns: ['ledger', 'description'],
  columns: [
    column('date', 'date', 'Datum', 'Date'),
    code('booking', 'Boeking', 'Booking'),
    code('ledger', 'Grootboekrekening', 'Ledger account'),
    column('description', 'text', 'Omschrijving', 'Description'),
    hidden(column('code', 'text', 'Soort', 'Code')),
    code('vat_code', 'Btw-code', 'VAT code'),
    summed(column('debit', 'euros', 'Debet', 'Debit')),
    summed(column('credit', 'euros', 'Credit', 'Credit')),
  ],
});

/**
 * The same booking in the columns that SnelStart imports. All lines of a booking share its code. The date is a text,
 * `31-10-2026`, the only form that the importer accepts, in every language.
 */
export const journalSnelstart = declareDataset({
  name: 'journal-snelstart',
  title: { nl: 'Journaalpost voor SnelStart', en: 'Journal for SnelStart' },
  fileName: { nl: 'journaal-snelstart', en: 'journal-snelstart' },
  isForImport: true,
  labelColumns: ['fldGrootboeknummer', 'fldOmschrijving'],
  columns: [
    { ...fixedColumn('fldDagboek', 'text', 'Dagboek', 'Daybook'), isCode: true },
    { ...fixedColumn('fldBoekingcode', 'text', 'Boeking', 'Booking'), isCode: true },
    { ...fixedColumn('fldDatum', 'text', 'Datum', 'Date'), isCode: true },
    { ...fixedColumn('fldGrootboeknummer', 'text', 'Grootboekrekening', 'Ledger account'), isCode: true },
    fixedColumn('fldOmschrijving', 'text', 'Omschrijving', 'Description'),
    summed(fixedColumn('fldDebet', 'euros', 'Debet', 'Debit')),
    summed(fixedColumn('fldCredit', 'euros', 'Credit', 'Credit')),
  ],
});

export const DECLARATIONS: Readonly<Record<DatasetName, DatasetDeclaration>> = {
  'price-list': priceList,
  'price-tiers': priceTiers,
  catalog,
  'discount-orders': discountOrders,
  orders,
  'open-invoices': openInvoices,
  debtors,
  'financial-report': financialReport,
  'report-comparison': reportComparison,
  'turnover-by-group': turnoverByGroup,
  payments,
  'order-items': orderItems,
  'order-payments': orderPayments,
  'product-sales': productSales,
  'day-closing': dayClosing,
  customers,
  journal,
  'journal-snelstart': journalSnelstart,
};
