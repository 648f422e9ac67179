/** One sale of one product at a discount, paid by card. The records of the description all tell of it. */
export const orderItemExample = {
  id: 90_412,
  type: 'product' as const,
  product_id: 1204,
  sku: 'TU-1204',
  title: 'Gieter 10 liter',
  product_group_id: 7,
  product_group_code: '8010',
  quantity: 1,
  ppu: 12.3967,
  ppu_wt: 15,
  discount_value_wt: 1.5,
  discount_value_ex_wt: 1.24,
  value_wt: 13.5,
  value_ex_wt: 11.16,
  tax_rate_id: 1,
  cost_value_ex: 6,
};

const purchase = { order_number: '2026-50231', date_purchased: '2026-10-01T10:15:00+02:00', shop_id: 4 };

export const ofOrderExample = { order_id: 50_231, ...purchase };

export const orderPaymentExample = {
  id: 71_033,
  provider_method_type_id: 5,
  title: 'Pinpas',
  type_alias: 'pin',
  amount: 13.5,
  date_paid: '2026-10-01T10:15:00+02:00',
};

/** What an order and a discounted order tell of it alike. */
export const saleExample = {
  id: 50_231,
  ...purchase,
  status: 'complete' as const,
  currency: 'EUR',
  value_wt: 13.5,
  value_ex_wt: 11.16,
  discount_value_wt: 1.5,
  discount_value_ex_wt: 1.24,
  customer_name: 'Anouk de Vries',
  customer_email: 'anouk.de.vries.812@post.example',
  backoffice_url: 'https://demo.backoffice.example/#order/details/50231',
};

export const orderExample = {
  ...saleExample,
  date_updated: '2026-10-01T10:15:00+02:00',
  location_id: 3,
  customer_id: 812,
  is_paid: true,
  payment_term: 'direct' as const,
};
