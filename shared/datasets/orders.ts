import { STATUS_CHOICES, TERM_CHOICES } from '../order-choices.ts';
import { choice, column, hidden, personal, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

/** Orders of any status, oldest first unless sorted otherwise. */
export const orders = declareDataset({
  name: 'orders',
  title: { nl: 'Orders', en: 'Orders' },
  fileName: { nl: 'orders', en: 'orders' },
  labelColumns: ['order_number'],
  columns: [
    hidden(column('id', 'integer', 'Order-id', 'Order id')),
    column('order_number', 'text', 'Ordernummer', 'Order number'),
    column('date_purchased', 'timestamp', 'Datum', 'Date'),
    hidden(column('date_updated', 'timestamp', 'Gewijzigd', 'Updated')),
    choice('status', 'Status', 'Status', STATUS_CHOICES),
    hidden(column('shop_id', 'integer', 'Winkel-id', 'Shop id')),
    column('shop', 'text', 'Winkel', 'Shop'),
    choice('payment_term', 'Betaling', 'Payment', TERM_CHOICES),
    column('is_paid', 'flag', 'Betaald', 'Paid'),
    summed(column('value_wt', 'euros', 'Bedrag incl. btw', 'Value incl. VAT')),
    summed(column('value_ex_wt', 'euros', 'Bedrag excl. btw', 'Value excl. VAT')),
    summed(column('discount_value_wt', 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    summed(column('discount_value_ex_wt', 'euros', 'Korting excl. btw', 'Discount excl. VAT')),
    hidden(column('customer_id', 'integer', 'Klantnummer', 'Customer id')),
    personal(column('customer_name', 'text', 'Klant', 'Customer')),
    personal(column('customer_email', 'text', 'E-mailadres', 'E-mail')),
    column('currency', 'text', 'Valuta', 'Currency'),
    hidden(column('backoffice_url', 'text', 'Backoffice', 'Back office')),
  ],
});
