import { matchesGlob, posix } from 'node:path';
import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

/** Entries, and what connects the parts of the program for them. */
const CONSTRUCTORS = [
  'electron/{main,serve}.ts',
  'electron/compose/**',
  'electron/workers/*-task.ts',
  'electron/cli/{remote-key-user,keys,accounts,copies,export,verify,move,generate,mcp}.ts',
];

/**
 * Tools that every part constructs itself. The store makes repositories over a given database, and a copy opens and
 * closes a store with each generation.
 */
const TOOLS =
  /^shared\/|^electron\/(base|config|api-client)\/|^electron\/store\/.*#create|^electron\/store\/copies\/.*#open/;

const FACTORY = /^(open|create|build|start|connect)[A-Z]/;

/** What is constructed elsewhere, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'electron/hosts/desktop/desktop-vault.ts': 'a vault that wraps the one for browsers',
};

/** A part of the program gets other parts; it does not construct them. */
function getWhatIsMade({ path, text }: SourceFile): string[] {
  if (!path.startsWith('electron/') || path in EXCEPTIONS) return [];
  if (CONSTRUCTORS.some((glob) => matchesGlob(path, glob))) return [];
  const breaches: string[] = [];
  new Visitor({
    ImportDeclaration({ source, specifiers, importKind }) {
      if (importKind === 'type' || !source.value.startsWith('.')) return;
      const from = posix.join(posix.dirname(path), source.value);
      if (partOf(from) === partOf(path)) return;
      for (const { type, local } of specifiers) {
        const isTool = TOOLS.test(`${from}#${local.name}`);
        if (type === 'ImportSpecifier' && FACTORY.test(local.name) && !isTool) {
          breaches.push(`${path} makes ${local.name} of ${from}`);
        }
      }
    },
  }).visit(parseSource({ path, text }).program);
  return breaches;
}

function partOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

describe('construction', () => {
  it('is done only by entries and compose', () => {
    expect(breachesOf(getWhatIsMade)).toEqual([]);
    const text = "import { openStore } from '../store/open-store.ts';";
    expect(getWhatIsMade({ path: 'electron/webhooks/webhook-service.ts', text })).toHaveLength(1);
  });
});
