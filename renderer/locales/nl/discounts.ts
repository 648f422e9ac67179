export const discounts = { title: 'discounts' };
