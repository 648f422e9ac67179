import { Visitor } from 'vite';
import { parseSource } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

/** Attributes and options whose text somebody reads or hears. */
const READ =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|label|placeholder|description|message|reason|header|heading|text)$/;
/** A word; signs, units and figures are the same in every language. */
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

/** What the window shows comes from the dictionaries: no word stands in its code. */
export function translateTexts(file: SourceFile): string[] {
  if (!/^renderer\/(app|components|features)\/.*\.tsx$/.test(file.path)) return [];
  const found: string[] = [];
  const look = (text: unknown) => {
    if (typeof text === 'string' && hasWords(text)) found.push(text.trim().replaceAll(/\s+/g, ' '));
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

function hasWords(text: string): boolean {
  return text.split(/[^\p{L}]+/u).some((word) => WORD.test(word) && !NAMES.has(word));
}

interface Node {
  readonly type: string;
}

/** The texts that an expression can be: itself, or the arms of a condition. */
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
