import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

const COMPARISONS = ['===', '!==', '==', '!='];

const SECRET_NAME = /(?:^|_|(?<=[a-z]))(?:token|hash|secret|proof|signature|digest|password|bearer|apikey)$/i;

/** Digests of public data. */
const OPEN_DIGEST = /(?:body|content|file)_?(?:hash|digest)$/i;

/** Secrets are compared in constant time: an operator stops at the first character that differs. */
function compareSecretsSafely(file: SourceFile): string[] {
  if (!/^(electron|shared)\//.test(file.path)) return [];
  const breaches: string[] = [];
  new Visitor({
    BinaryExpression({ operator, left, right }) {
      if (!COMPARISONS.includes(operator) || isFixed(left) || isFixed(right)) return;
      const name = [left, right].map(nameOf).find(isSecretName);
      if (name !== undefined) breaches.push(`${file.path} compares ${name} with ${operator}`);
    },
  }).visit(parseSource(file).program);
  return breaches;
}

interface Node {
  readonly type: string;
}

/** A constant in the source, such as `null`, is not a secret. */
function isFixed(node: Node): boolean {
  return node.type === 'Literal' || (node.type === 'Identifier' && nameOf(node) === 'undefined');
}

function nameOf(node: object): string {
  if ('name' in node) return String(node.name);
  const inner = 'property' in node ? node.property : 'callee' in node ? node.callee : null;
  return typeof inner === 'object' && inner !== null ? nameOf(inner) : '';
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !OPEN_DIGEST.test(name);
}

describe('secrets', () => {
  it('are compared only in constant time', () => {
    expect(breachesOf(compareSecretsSafely)).toEqual([]);
  });

  it.each([
    'if (given !== stored.token_hash) stop();',
    'const isSame = apiKey == other;',
    'const isSame = mine === secretHash(text);',
  ])('are detected when compared in %s', (text) => {
    expect(compareSecretsSafely({ path: 'electron/service/guard.ts', text })).toHaveLength(1);
  });
});
