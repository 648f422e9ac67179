import { posix } from 'node:path';
import { type ParseResult, parseSync, Visitor } from 'vite';
import type { SourceFile } from './source-file.ts';

/** What a file imports: another file of the project, or a package (also a module of Node). */
export type Import =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string };

export function parseSource({ path, text }: SourceFile): ParseResult {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return parsed;
}

/** Everything a file imports, for its values or types, at once or later. */
export function importsOf(file: SourceFile): Import[] {
  const specifiers: string[] = [];
  const add = (node: unknown) => {
    const value = typeof node === 'object' && node !== null && 'value' in node ? node.value : null;
    if (typeof value === 'string') specifiers.push(value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(parseSource(file).program);
  return specifiers.map((specifier) => resolveImport(file.path, specifier));
}

function resolveImport(path: string, specifier: string): Import {
  if (!specifier.startsWith('.')) return { kind: 'package', name: packageOf(specifier) };
  return { kind: 'file', path: posix.join(posix.dirname(path), specifier) };
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
