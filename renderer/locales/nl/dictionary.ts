/** The texts of another language: the same keys as Dutch, which is written first. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
