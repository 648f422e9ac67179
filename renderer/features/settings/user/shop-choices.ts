import type { Shop } from '../../../../shared/contract/shops.ts';

interface ShopChoice {
  readonly value: string;
  readonly label: string;
}

/** The shops to choose from. One that is chosen but is not there any more stays to be seen. */
export function shopChoices(
  shops: readonly Shop[],
  chosenId: number | null,
  nameUnknown: (id: number) => string,
): ShopChoice[] {
  const choices = shops.map(({ id, title }) => ({ value: String(id), label: title }));
  if (chosenId === null || shops.some(({ id }) => id === chosenId)) return choices;
  return [...choices, { value: String(chosenId), label: nameUnknown(chosenId) }];
}
