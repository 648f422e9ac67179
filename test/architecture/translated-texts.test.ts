import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import * as en from '../../renderer/locales/en/index.ts';
import * as nl from '../../renderer/locales/nl/index.ts';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

/** Attributes and options whose text a user reads or hears. */
const READ =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|label|placeholder|description|message|reason|header|heading|text)$/;

/** A word; symbols, units and figures are the same in every language. */
const WORD = /\p{L}{2,}/u;

/** Names that no language translates. */
const NAMES: ReadonlySet<string> = new Set([
  'Tilldesk',
  'CSV',
  'Excel',
  'PDF',
  'JSON',
  'XLSX',
  'EUR',
  'ms',
  'Ctrl',
  'Alt',
  'Shift',
  'Enter',
  'Esc',
  'English',
  'Nederlands',
  'curl',
  'Python',
  'Power',
  'Query',
]);

/** What the window shows comes from the dictionaries, not from its code. */
function translateTexts(file: SourceFile): string[] {
  if (!/^renderer\/(app|components|features)\/.*\.tsx$/.test(file.path)) return [];
  const found: string[] = [];
  const look = (text: unknown) => {
    if (typeof text === 'string' && hasLabel(text)) found.push(text.trim().replaceAll(/\s+/g, ' '));
  };
  const lookAtChildren = (children: readonly Node[]) => {
    for (const text of children.flatMap(literalsOf)) look(text);
  };
  new Visitor({
    JSXText: ({ value }) => look(value),
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !READ.test(name.name)) return;
      for (const text of literalsOf(value)) look(text);
    },
    JSXElement: ({ children }) => lookAtChildren(children),
    JSXFragment: ({ children }) => lookAtChildren(children),
  }).visit(parseSource(file).program);
  return found.map((text) => `${file.path} shows “${text}”`);
}

function hasLabel(text: string): boolean {
  return text.split(/[^\p{L}]+/u).some((word) => WORD.test(word) && !NAMES.has(word));
}

interface Node {
  readonly type: string;
}

/** The texts that an expression can be: itself, or the branches of a condition. */
function literalsOf(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return 'value' in node && typeof node.value === 'string' ? [node.value] : [];
    case 'JSXExpressionContainer':
      return 'expression' in node ? literalsOf(node.expression) : [];
    case 'TemplateLiteral':
      return 'quasis' in node ? quasisOf(node.quasis) : [];
    case 'ConditionalExpression':
      return 'consequent' in node && 'alternate' in node
        ? [...literalsOf(node.consequent), ...literalsOf(node.alternate)]
        : [];
    case 'LogicalExpression':
      return 'right' in node ? literalsOf(node.right) : [];
    default:
      return [];
  }
}

function quasisOf(quasis: unknown): readonly string[] {
  if (!Array.isArray(quasis)) return [];
  return quasis.flatMap((quasi: { value?: { cooked?: string } }) => quasi.value?.cooked ?? []);
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'type' in node;
}

/** Words that are the same in both languages. */
const ALIKE: ReadonlySet<string> = new Set(
  (
    'account bi bytes contract credit csv curl downloads english excel excl export exports filter filters iban in incl ' +
    'javascript live mb nederlands order orders pdf platform power python sha sku status storekeeper tilldesk type webhook webhooks week zip'
  ).split(' '),
);

describe('the texts of the window', () => {
  it('come from the dictionaries', () => {
    expect(breachesOf(translateTexts)).toEqual([]);
  });

  it.each(['<p>Nog niets verkocht</p>', '<p>{isOpen ? "Open" : "Dicht"}</p>', '<button title={`Order`} />'])(
    'are detected in the code: %s',
    (jsx) => {
      const path = 'renderer/features/orders/orders-page.tsx';
      expect(translateTexts({ path, text: `export const Page = () => ${jsx};` })).not.toEqual([]);
    },
  );
});

describe('the dictionaries', () => {
  it('have no Dutch text in English', () => {
    const dutch = textsOf(nl);
    const untranslated = Object.entries(textsOf(en)).filter(
      ([key, text]) => text === dutch[key] && wordsOf(text).some((word) => !ALIKE.has(word)),
    );
    expect(untranslated).toEqual([]);
  });

  it('use the same placeholders in both languages', () => {
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
  return [...text.matchAll(/\{\{(\w+)(?:, number)?\}\}/g)].map(([, name]) => name ?? '').sort();
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().replaceAll(/\{\{[\w, ]+\}\}/g, '');
  return words.match(/\p{L}{2,}/gu) ?? [];
}
