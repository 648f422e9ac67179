import { STATUS_CHOICES } from '../order-choices.ts';
import { choice, column, hidden, personal, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** Orders with a discount, oldest first. */
export const discountOrders = declareDataset({
  name: 'discount-orders',
  title: { nl: 'Kortingsorders', en: 'Discounted orders' },
  fileName: { nl: 'kortingsorders', en: 'discount-orders' },
  labelColumns: ['order_number'],
  columns: [
    hidden(column('id', 'integer', 'Order-id', 'Order id')),
    column('order_number', 'text', 'Ordernummer', 'Order number'),
    column('date_purchased', 'timestamp', 'Datum', 'Date'),
    choice('status', 'Status', 'Status', STATUS_CHOICES),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    column('shop', 'text', 'Winkel', 'Shop'),
    summed(column('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    summed(column('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    summed(column('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT')),
    column('discount_percentage', 'percentage', 'Korting %', 'Discount %'),
    personal(column('customer_name', 'text', 'Klant', 'Customer')),
    personal(column('customer_email', 'text', 'E-mailadres', 'E-mail')),
    column('currency', 'text', 'Valuta', 'Currency'),
    hidden(column('backoffice_url', 'text', 'Backoffice', 'Back office')),
  ],
});
