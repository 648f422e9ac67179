import { Visitor } from 'vite';
import { BOXED_PREFERENCES } from '../../support/boxed-preferences.ts';
import { parseSource } from '../sources/parsed-source.ts';
import type { SourceFile } from '../sources/source-file.ts';

interface Property {
  readonly name: string;
  readonly value: object;
}

/** Every window names each preference that keeps its page boxed in, with the value that does. */
export function keepPagesBoxed(file: SourceFile): string[] {
  if (!file.path.startsWith('electron/')) return [];
  const breaches: string[] = [];
  new Visitor({
    NewExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'BrowserWindow') return;
      const preferences = propertiesOf(options).find(({ name }) => name === 'webPreferences')?.value;
      breaches.push(...weaknessesOf(propertiesOf(preferences)).map((name) => `${file.path} weakens ${name}`));
    },
  }).visit(parseSource(file).program);
  return breaches;
}

/** A name that stands there twice, or is spread in, could mean anything. */
function weaknessesOf(properties: readonly Property[]): string[] {
  const weak = Object.entries(BOXED_PREFERENCES).filter(([name, wanted]) => {
    const [given, ...more] = properties.filter((property) => property.name === name);
    return more.length > 0 || given === undefined || literalOf(given.value) !== wanted;
  });
  const spread = properties.filter(({ name }) => name === SPREAD);
  return [...weak.map(([name]) => name), ...spread.map(() => 'all of them')];
}

const SPREAD = '...';

function propertiesOf(node: object | undefined): Property[] {
  if (node === undefined || !('properties' in node) || !Array.isArray(node.properties)) return [];
  return node.properties.map(({ type, key, value }) =>
    type === 'Property' && key.type === 'Identifier' ? { name: key.name, value } : { name: SPREAD, value: {} },
  );
}

function literalOf(node: object): unknown {
  return 'value' in node ? node.value : undefined;
}
