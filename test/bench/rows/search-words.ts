/** Words of the big store, which is generated from a fixed seed: in 8 products, in 7,020 products, in 67,743 orders. */
export const RARE_PRODUCT_WORD = 'postzegels';
export const COMMON_PRODUCT_WORD = 'van';
export const COMMON_CUSTOMER_WORD = 'van';
