import { posix } from 'node:path';

const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
const GIVEN_NAMES = ['README.md'];
const EMPTY_WORDS = ['utils', 'util', 'helpers', 'helper', 'types', 'common', 'manager'];

/** Names are kebab-case with the role last, and a role is said with a word that means something. */
export function nameFilesWell(path: string): string[] {
  if (GIVEN_NAMES.includes(posix.basename(path))) return [];
  return path
    .split('/')
    .filter((name) => !KEBAB_CASE.test(name) || EMPTY_WORDS.includes(roleOf(name)))
    .map((name) => `${path} is named ${name}`);
}

function roleOf(name: string): string {
  return name.split('.')[0]?.split('-').at(-1) ?? '';
}
