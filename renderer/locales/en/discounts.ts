import type { Translated } from '../dictionary.ts';
import type { discounts as dutch } from '../nl/discounts.ts';

export const discounts: Translated<typeof dutch> = { title: 'discounts' };
