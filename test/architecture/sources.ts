import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseResult, parseSync, Visitor } from 'vite';

/** A file of the project as the rules see it. */
export interface SourceFile {
  /** From the root of the project, with forward slashes: `electron/main.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Checks one file and returns a sentence for each breach. */
type Rule = (file: SourceFile) => readonly string[];

const root = fileURLToPath(new URL('../..', import.meta.url));

const FOLDERS = ['electron', 'renderer', 'shared', 'scripts', 'test'];

/** What a folder with its own package.json installs and generates. */
const MADE = /\/(node_modules|dist)\//;

const CODE = /\.(ts|tsx|mjs|cjs)$/;

/** Paths of all files in the folders of the project, from its root, with forward slashes. */
export function projectPaths(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')),
  )
    .filter((path) => !MADE.test(path))
    .sort();
}

let sources: readonly SourceFile[] | null = null;

/** All source files, read once for all rules. */
export function projectSources(): readonly SourceFile[] {
  sources ??= projectPaths()
    .filter((path) => CODE.test(path))
    .map(readSource);
  return sources;
}

export function readSource(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

/** What a file imports: another file of the project, or a package (or a module of Node). */
export type Import =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string };

export function parseSource({ path, text }: SourceFile): ParseResult {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return parsed;
}

/** Everything a file imports, values and types, statically or dynamically. */
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

/** What a rule finds in all of the project's code. */
export function breachesOf(rule: Rule): string[] {
  return projectSources().flatMap((file) => rule(file));
}
