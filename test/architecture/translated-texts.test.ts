import { describe, expect, it } from 'vitest';
import * as en from '../../renderer/locales/en/index.ts';
import * as nl from '../../renderer/locales/nl/index.ts';
import { translateTexts } from './rules/translate-texts.ts';
import { breachesOf } from './sources/breaches-of.ts';

/** Words that both languages write alike. */
const ALIKE: ReadonlySet<string> = new Set(
  (
    'account bytes credit curl downloads english excel excl export exports filter filters in incl live mb nederlands ' +
    'order orders pdf platform python sha sku status tilldesk webhook webhooks'
  ).split(' '),
);

describe('what the window shows', () => {
  it('comes from the dictionaries', () => {
    expect(breachesOf(translateTexts)).toEqual([]);
  });

  it.each([
    '<p>Nog niets verkocht</p>',
    '<p>{isOpen ? "Open" : "Dicht"}</p>',
    '<button aria-label="Sluiten" />',
    '<button title={`Order`} />',
    '<b>{isDone && "Klaar"}</b>',
  ])('is seen where it stands in the code: %s', (jsx) => {
    const path = 'renderer/features/orders/orders-page.tsx';
    expect(translateTexts({ path, text: `export const Page = () => ${jsx};` })).not.toEqual([]);
  });

  it.each([
    '<p>{t("orders.title")}</p>',
    '<p className="wide">% · €</p>',
    '<kbd>Ctrl</kbd>',
    '<p data-kind="amount" />',
  ])('may be a sign, a name, or no text at all: %s', (jsx) => {
    const path = 'renderer/features/orders/orders-page.tsx';
    expect(translateTexts({ path, text: `export const Page = () => ${jsx};` })).toEqual([]);
  });
});

describe('the dictionaries', () => {
  it('have no Dutch text in English', () => {
    const dutch = textsOf(nl);
    const untranslated = Object.entries(textsOf(en)).filter(
      ([key, text]) => text === dutch[key] && wordsOf(text).some((word) => !ALIKE.has(word)),
    );
    expect(untranslated).toEqual([]);
  });

  it('fill in the same values in both languages', () => {
    const dutch = textsOf(nl);
    expect(Object.keys(textsOf(en)).sort()).toEqual(Object.keys(dutch).sort());
    const different = Object.entries(textsOf(en)).filter(
      ([key, text]) => String(valuesIn(text)) !== String(valuesIn(dutch[key] ?? '')),
    );
    expect(different).toEqual([]);
  });
});

/** By key, such as `orders.title`. */
function textsOf(dictionary: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dictionary).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(textsOf(value as object, `${prefix}${key}.`)),
    ),
  );
}

function valuesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().replaceAll(/\{\{\w+\}\}/g, '');
  return words.match(/\p{L}{2,}/gu) ?? [];
}
