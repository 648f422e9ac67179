import type { Translated } from '../dictionary.ts';
import type { catalog as dutch } from '../nl/catalog.ts';

export const catalog: Translated<typeof dutch> = { title: 'catalog' };
