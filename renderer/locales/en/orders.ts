export const orders = {
  table: 'Orders of the period',
  search: 'Order number or customer',
  count_one: '{{text}} order',
  count_other: '{{text}} orders',
  reading: 'Reading orders',
  stillUsable: 'You can still choose another period, and the other pages work.',
  empty: {
    title: 'No orders: {{period}}',
    byPeriod: 'No order was placed in this period.',
    byFilters: 'No order in this period meets the filters.',
    widen: 'Show {{period}}',
  },
  order: {
    untitled: 'Order',
    title: 'Order {{number}}',
    open: 'View the whole order',
    openBackoffice: 'Open in back office',
    copyNumber: 'Copy order number {{number}}',
    unknownCustomer: 'Unknown',
    stillUsable: 'The list of orders and the other pages work.',
  },
  gone: {
    title: 'There is no order with id {{id}}, as the address says.',
    reason: 'The order does not exist, or belongs to a location that you do not see.',
    action: 'Show all orders',
  },
  values: {
    title: 'Amounts of the order',
    value: 'Order value',
    discount: 'Discount',
    ex: 'Excl. VAT (€)',
    wt: 'Incl. VAT (€)',
  },
  items: {
    title: 'Items',
    sku: 'SKU',
    item: 'Description',
    group: 'Turnover group',
    quantity: 'Quantity',
    price: 'Price incl. (€)',
    discount: 'Discount incl. (€)',
    valueEx: 'Excl. VAT (€)',
    valueWt: 'Incl. VAT (€)',
    rate: 'VAT',
    noRate: 'none',
    total: 'Total of the order',
  },
  itemType: {
    gift_card: 'gift card',
    tip: 'tip',
    invoice_payment: 'payment of an invoice',
    prepayment: 'prepayment',
    rounding: 'rounding',
  },
  payments: {
    title: 'Payments',
    method: 'Payment method',
    moment: 'Paid at',
    amount: 'Amount (€)',
    total: 'Total paid',
    none: 'This order has no payments.',
    invoicePaid:
      'On invoice, and paid: {{amount}} was settled by a later order. Which one, the platform does not tell.',
    invoiceOpen: 'On invoice, not paid yet: {{amount}} is open.',
  },
  remark: {
    value_wt:
      'The items add up to {{sum}} including VAT, the order itself says {{stated}}: a difference of {{difference}}.',
    value_ex_wt:
      'The items add up to {{sum}} excluding VAT, the order itself says {{stated}}: a difference of {{difference}}.',
    discount_value_wt:
      'The discounts of the items add up to {{sum}} including VAT, the order itself says {{stated}}: a difference of {{difference}}.',
    discount_value_ex_wt:
      'The discounts of the items add up to {{sum}} excluding VAT, the order itself says {{stated}}: a difference of {{difference}}.',
    paid: 'The payments add up to {{sum}}, the order value is {{stated}}.',
  },
};
