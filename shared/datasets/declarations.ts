import type { DatasetName } from '../contract/exports.ts';
import { ITEM_TYPE_CHOICES, STATUS_CHOICES, TERM_CHOICES } from '../order-labels.ts';
import {
  createChoice,
  createCode,
  createColumn,
  createFixedColumn,
  type DatasetColumn,
  type DatasetDeclaration,
  declareDataset,
  markHidden,
  markHiddenLink,
  markKnownSum,
  markPersonal,
  markShopName,
  markSigned,
  markSummed,
  markTimestamps,
} from './dataset.ts';

const NO_PRICE = { nl: 'geen prijs', en: 'no price' };

/** An exempt rate is shown as a label, because it is not 0%. */
function vatPercentage<const Id extends string>(id: Id): DatasetColumn<Id> {
  return { ...createColumn(id, 'percentage', 'Btw %', 'VAT %'), labelFrom: 'vat_label' };
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
    createCode('sku', 'Artikelnummer', 'SKU'),
    createColumn('title', 'text', 'Artikel', 'Product'),
    { ...createColumn('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'), emptyAs: NO_PRICE },
    createColumn('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
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
    markHidden(createColumn('product_id', 'integer', 'Artikel-id', 'Product id')),
    createCode('sku', 'Artikelnummer', 'SKU'),
    createColumn('title', 'text', 'Artikel', 'Product'),
    createColumn('from_qty', 'number', 'Vanaf aantal', 'From quantity'),
    createColumn('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'),
    createColumn('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
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
    markHidden(createColumn('id', 'integer', 'Artikel-id', 'Product id')),
    createCode('sku', 'Artikelnummer', 'SKU'),
    createColumn('title', 'text', 'Artikel', 'Product'),
    createColumn('group', 'text', 'Omzetgroep', 'Turnover group'),
    createColumn('stock', 'number', 'Voorraad', 'Stock'),
    { ...createColumn('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'), emptyAs: NO_PRICE },
    createColumn('ppu', 'unit-price', 'Prijs excl. btw', 'Price excl. VAT'),
    vatPercentage('vat'),
    markHidden(createColumn('vat_name', 'text', 'Btw-tarief', 'VAT rate')),
    markHidden(createColumn('never_priced', 'flag', 'Nog zonder prijs', 'Never priced')),
    markHidden(createColumn('shop_product_id', 'integer', 'Winkelartikel-id', 'Id in the shop')),
    markHidden(createCode('barcode', 'Barcode', 'Barcode')),
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
    markHidden(createColumn('id', 'integer', 'Order-id', 'Order id')),
    createCode('order_number', 'Ordernummer', 'Order number'),
    createColumn('date_purchased', 'timestamp', 'Datum', 'Date'),
    createChoice('status', 'Status', 'Status', STATUS_CHOICES),
    markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
    markSummed(createColumn('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    markSummed(createColumn('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    markSummed(createColumn('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    markSummed(createColumn('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT')),
    createColumn('discount_percentage', 'percentage', 'Korting %', 'Discount %'),
    markPersonal(createColumn('customer_name', 'text', 'Klant', 'Customer')),
    markPersonal(createColumn('customer_email', 'text', 'E-mailadres', 'E-mail')),
    { ...createCode('currency', 'Valuta', 'Currency'), defaultText: 'EUR' },
    markHiddenLink(createColumn('backoffice_url', 'text', 'Backoffice', 'Back office')),
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
    markHidden(createColumn('id', 'integer', 'Order-id', 'Order id')),
    createCode('order_number', 'Ordernummer', 'Order number'),
    createColumn('date_purchased', 'timestamp', 'Datum', 'Date'),
    markHidden(createColumn('date_updated', 'timestamp', 'Gewijzigd', 'Updated')),
    createChoice('status', 'Status', 'Status', STATUS_CHOICES),
    markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
    createChoice('payment_term', 'Betaling', 'Payment', TERM_CHOICES),
    createColumn('is_paid', 'flag', 'Betaald', 'Paid'),
    markSummed(createColumn('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    markSummed(createColumn('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    markSummed(createColumn('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    markSummed(createColumn('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT')),
    markHidden(createColumn('customer_id', 'integer', 'Klantnummer', 'Customer number')),
    markPersonal(createColumn('customer_name', 'text', 'Klant', 'Customer')),
    markPersonal(createColumn('customer_email', 'text', 'E-mailadres', 'E-mail')),
    { ...createCode('currency', 'Valuta', 'Currency'), defaultText: 'EUR' },
    markHiddenLink(createColumn('backoffice_url', 'text', 'Backoffice', 'Back office')),
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
    markHidden(createColumn('id', 'integer', 'Order-id', 'Order id')),
    createCode('order_number', 'Ordernummer', 'Order number'),
    createColumn('date_purchased', 'date', 'Datum', 'Date'),
    createColumn('age', 'integer', 'Dagen sinds orderdatum', 'Days since order date'),
    markHidden(createColumn('paid_since', 'date', 'Sindsdien betaald', 'Paid since')),
    markSummed(createColumn('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    markSummed(createColumn('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    markHidden(createColumn('customer_id', 'integer', 'Klantnummer', 'Customer number')),
    markPersonal(createColumn('customer_name', 'text', 'Klant', 'Customer')),
    markPersonal(createColumn('customer_email', 'text', 'E-mailadres', 'E-mail')),
    markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
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
    createColumn('customer_id', 'integer', 'Klantnummer', 'Customer number'),
    markPersonal(createColumn('customer_name', 'text', 'Klant', 'Customer')),
    markSummed(createColumn('invoices', 'integer', 'Facturen', 'Invoices')),
    createColumn('date_oldest', 'date', 'Oudste factuur', 'Oldest invoice'),
    markHidden(createColumn('oldest', 'integer', 'Dagen sinds oudste factuur', 'Days since oldest')),
    markSummed(createColumn('to30', 'euros', '0 t/m 30 dagen', '0 to 30 days')),
    markSummed(createColumn('to60', 'euros', '31 t/m 60 dagen', '31 to 60 days')),
    markSummed(createColumn('to90', 'euros', '61 t/m 90 dagen', '61 to 90 days')),
    markSummed(createColumn('over90', 'euros', 'Meer dan 90 dagen', 'Over 90 days')),
    markSummed(createColumn('total', 'euros', 'Totaal incl. btw', 'Total incl. VAT')),
  ],
});

/** A row with one figure, or one side of a check, and the section of the report that it is from. */
export const reportColumns = [
  createColumn('section', 'text', 'Onderdeel', 'Section'),
  createColumn('item', 'text', 'Regel', 'Item'),
  markTimestamps(createColumn('detail', 'text', 'Detail', 'Detail')),
  createColumn('value', 'euros', 'Excl. btw', 'Excl. VAT'),
  createColumn('vat', 'euros', 'Btw', 'VAT'),
  createColumn('value_wt', 'euros', 'Incl. btw', 'Incl. VAT'),
  { ...createColumn('percentage', 'percentage', 'Percentage', 'Percentage'), labelFrom: 'percentage_label' },
] as const;

/** The record of a figure, for programs. People read titles. */
const reportIds = [
  markHidden(createColumn('location_id', 'integer', 'Vestiging-id', 'Location id')),
  markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
  markHidden(createColumn('tax_rate_id', 'integer', 'Btw-tarief-id', 'VAT rate id')),
  markHidden(createColumn('product_group_id', 'integer', 'Omzetgroep-id', 'Group id')),
  markHidden(createCode('product_group_code', 'Omzetgroepcode', 'Group code')),
  markHidden(createColumn('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
  markHidden(createCode('type_alias', 'Soort betaalwijze', 'Method type')),
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

/** The report compared with another period, for one side of VAT. Headings of amounts contain their days. */
export const reportComparison = declareDataset({
  name: 'report-comparison',
  title: { nl: 'Financieel rapport, vergeleken', en: 'Financial report, compared' },
  fileName: { nl: 'financieel-rapport-vergeleken', en: 'financial-report-compared' },
  sectionColumn: 'section',
  labelColumns: ['section', 'item', 'detail'],
  columns: [
    createColumn('section', 'text', 'Onderdeel', 'Section'),
    createColumn('item', 'text', 'Regel', 'Item'),
    createColumn('detail', 'text', 'Detail', 'Detail'),
    createColumn('amount', 'euros', 'Periode', 'Period'),
    createColumn('compared', 'euros', 'Vergeleken periode', 'Period compared'),
    markSigned(createColumn('difference', 'euros', 'Verschil', 'Difference')),
    markSigned(createColumn('percentage', 'percentage', 'Verschil %', 'Difference %')),
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
    markHidden(createColumn('product_group_id', 'integer', 'Omzetgroep-id', 'Group id')),
    createCode('product_group_code', 'Code', 'Code'),
    createColumn('title', 'text', 'Omzetgroep', 'Turnover group'),
    markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
    markSummed(createColumn('value', 'euros', 'Omzet excl. btw', 'Turnover excl. VAT')),
    markSummed(createColumn('vat', 'euros', 'Btw', 'VAT')),
    markSummed(createColumn('value_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
  ],
});

/** Payments by day of purchase and method. The sums are those of the financial report. */
export const payments = declareDataset({
  name: 'payments',
  title: { nl: 'Betalingen', en: 'Payments' },
  fileName: { nl: 'betalingen', en: 'payments' },
  labelColumns: ['date', 'title'],
  columns: [
    createColumn('date', 'date', 'Datum', 'Date'),
    markHidden(createColumn('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
    createColumn('title', 'text', 'Betaalwijze', 'Payment method'),
    markHidden(createColumn('type_alias', 'text', 'Soort', 'Type')),
    markSummed(createColumn('payments', 'integer', 'Aantal betalingen', 'Payments')),
    markSummed(createColumn('amount', 'euros', 'Bedrag', 'Amount')),
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
    markHidden(createColumn('id', 'integer', 'Regel-id', 'Item id')),
    createCode('order_number', 'Ordernummer', 'Order number'),
    createColumn('date_purchased', 'timestamp', 'Datum', 'Date'),
    markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
    createChoice('type', 'Soort', 'Type', ITEM_TYPE_CHOICES),
    createCode('sku', 'Artikelnummer', 'SKU'),
    createColumn('title', 'text', 'Omschrijving', 'Description'),
    // Pieces and kilos cannot be summed.
    createColumn('quantity', 'number', 'Aantal', 'Quantity'),
    createColumn('ppu_wt', 'unit-price', 'Prijs incl. btw', 'Price incl. VAT'),
    markSummed(createColumn('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    markHidden(markSummed(createColumn('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT'))),
    markSummed(createColumn('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    markHidden(createColumn('tax_rate_id', 'integer', 'Btw-tarief-id', 'VAT rate id')),
    vatPercentage('vat_percentage'),
    markSummed(createColumn('vat', 'euros', 'Btw', 'VAT')),
    markSummed(createColumn('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    markKnownSum(createColumn('cost_value_ex', 'euros', 'Inkoopwaarde', 'Cost'), 'cost'),
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
    markHidden(createColumn('id', 'integer', 'Betaling-id', 'Payment id')),
    createCode('order_number', 'Ordernummer', 'Order number'),
    createColumn('date_purchased', 'timestamp', 'Datum', 'Date'),
    markHidden(createColumn('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
    markHidden(createColumn('provider_method_type_id', 'integer', 'Betaalwijze-id', 'Method id')),
    createColumn('method', 'text', 'Betaalwijze', 'Payment method'),
    markHidden(createColumn('type_alias', 'text', 'Soort', 'Type')),
    createColumn('date_paid', 'timestamp', 'Betaald op', 'Paid on'),
    markSummed(createColumn('amount', 'euros', 'Bedrag', 'Amount')),
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
    markHidden(createColumn('product_id', 'integer', 'Artikel-id', 'Product id')),
    createCode('sku', 'Artikelnummer', 'SKU'),
    createColumn('title', 'text', 'Artikel', 'Product'),
    createColumn('group', 'text', 'Omzetgroep', 'Turnover group'),
    createColumn('quantity', 'number', 'Aantal', 'Quantity'),
    markSummed(createColumn('value', 'euros', 'Omzet excl. btw', 'Turnover excl. VAT')),
    markSummed(createColumn('value_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
    markSummed(createColumn('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    markKnownSum(createColumn('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost'),
    markKnownSum(createColumn('margin', 'euros', 'Marge', 'Margin'), 'cost'),
    createColumn('margin_percentage', 'percentage', 'Marge %', 'Margin %'),
    createColumn('share', 'percentage', 'Aandeel %', 'Share %'),
    // Included only if another period is requested, whose days are in the heading.
    markHidden(
      createColumn(
        'compared',
        'euros',
        'Omzet vergeleken periode excl. btw',
        'Turnover of the period compared excl. VAT',
      ),
    ),
    markHidden(markSigned(createColumn('change', 'percentage', 'Verschil %', 'Difference %'))),
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
  columns: [...closingColumns, createColumn('count', 'integer', 'Aantal', 'Count'), ...reportIds],
});

/** Customers with purchase figures, by id by default. */
export const customers = declareDataset({
  name: 'customers',
  title: { nl: 'Klanten', en: 'Customers' },
  counted: { nl: 'Aantal klanten', en: 'Number of customers' },
  fileName: { nl: 'klanten', en: 'customers' },
  labelColumns: ['id'],
  columns: [
    createColumn('id', 'integer', 'Klantnummer', 'Customer number'),
    markPersonal(createColumn('name', 'text', 'Naam', 'Name')),
    markPersonal(createColumn('email', 'text', 'E-mailadres', 'E-mail')),
    markPersonal(createColumn('phone', 'text', 'Telefoon', 'Phone')),
    markPersonal(createColumn('city', 'text', 'Plaats', 'City')),
    createCode('country_iso2', 'Land', 'Country'),
    createColumn('segments', 'text', 'Segmenten', 'Segments'),
    createColumn('date_created', 'timestamp', 'Klant sinds', 'Customer since'),
    createColumn('date_last_purchased', 'timestamp', 'Laatste aankoop', 'Last purchase'),
    markSummed(createColumn('order_count', 'integer', 'Orders', 'Orders')),
    markSummed(createColumn('turnover_wt', 'euros', 'Omzet incl. btw', 'Turnover incl. VAT')),
    markKnownSum(createColumn('open_invoices_wt', 'euros', 'Openstaand incl. btw', 'Open incl. VAT'), 'open_invoices'),
  ],
});

/** The booking of a day or a month, one line per ledger account and subject. */
export const journal = declareDataset({
  name: 'journal',
  title: { nl: 'Journaalpost', en: 'Journal' },
  fileName: { nl: 'journaal', en: 'journal' },
  labelColumns: ['ledger', 'description'],
  columns: [
    createColumn('date', 'date', 'Datum', 'Date'),
    createCode('booking', 'Boeking', 'Booking'),
    createCode('ledger', 'Grootboekrekening', 'Ledger account'),
    createColumn('description', 'text', 'Omschrijving', 'Description'),
    markHidden(createColumn('code', 'text', 'Soort', 'Code')),
    createCode('vat_code', 'Btw-code', 'VAT code'),
    markSummed(createColumn('debit', 'euros', 'Debet', 'Debit')),
    markSummed(createColumn('credit', 'euros', 'Credit', 'Credit')),
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
    { ...createFixedColumn('fldDagboek', 'text', 'Dagboek', 'Daybook'), isCode: true },
    { ...createFixedColumn('fldBoekingcode', 'text', 'Boeking', 'Booking'), isCode: true },
    { ...createFixedColumn('fldDatum', 'text', 'Datum', 'Date'), isCode: true },
    { ...createFixedColumn('fldGrootboeknummer', 'text', 'Grootboekrekening', 'Ledger account'), isCode: true },
    createFixedColumn('fldOmschrijving', 'text', 'Omschrijving', 'Description'),
    markSummed(createFixedColumn('fldDebet', 'euros', 'Debet', 'Debit')),
    markSummed(createFixedColumn('fldCredit', 'euros', 'Credit', 'Credit')),
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
