import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CSS = sheet('app/theme.css');
const DOCS_CSS = sheet('api-docs/roles.css');
const LIGHT = rolesIn(CSS.slice(CSS.indexOf(':root {'), CSS.indexOf(':root[')));
const DARK = { ...LIGHT, ...rolesIn(CSS.slice(CSS.indexOf(':root['), CSS.indexOf('html,'))) };

const GROUNDS = ['ground', 'ground-raised', 'ground-sunken', 'ground-hover', 'ground-selected'];
const TEXT_ON_GROUNDS = ['ink', 'ink-muted', 'ink-faint', 'accent', 'accent-hover'].flatMap((text) =>
  GROUNDS.map((ground) => [text, ground] as const),
);
const TEXT_PAIRS = [
  ...TEXT_ON_GROUNDS,
  ['on-accent', 'accent-filled'],
  ['on-accent', 'accent-filled-hover'],
  ['accent', 'accent-soft'],
  ['attention', 'attention-soft'],
  ['attention', 'ground'],
  ['danger', 'danger-soft'],
  ['danger', 'ground'],
  ['danger', 'ground-raised'],
  ['holds', 'holds-soft'],
  ['holds', 'ground'],
  ['holds', 'ground-raised'],
] as const;
const EDGE_PAIRS = ['ground', 'ground-raised', 'ground-sunken'].flatMap((ground) => [
  ['control-edge', ground] as const,
  ['accent', ground] as const,
]);

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s theme', (_name, roles) => {
  it.each(TEXT_PAIRS)('reads %s on %s with 4.5:1 or more', (text, ground) => {
    expect(contrast(colour(roles, text), colour(roles, ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('draws %s on %s with 3:1 or more', (edge, ground) => {
    expect(contrast(colour(roles, edge), colour(roles, ground))).toBeGreaterThanOrEqual(3);
  });
});

describe('the page of the API documentation', () => {
  const darkAt = DOCS_CSS.indexOf('@media');

  it.each([
    ['light', DOCS_CSS.slice(0, darkAt), LIGHT],
    ['dark', DOCS_CSS.slice(darkAt), DARK],
  ])('has the colours of the %s window', (_name, block, roles) => {
    const own = rolesIn(block);
    expect(Object.keys(own).length).toBeGreaterThan(10);
    expect(roles).toMatchObject(own);
  });
});

function sheet(path: string): string {
  return readFileSync(join(import.meta.dirname, '../../../renderer', path), 'utf8');
}

function rolesIn(block: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, role = '', hex = '']) => [role, hex]),
  );
}

function colour(roles: Record<string, string>, role: string): string {
  const hex = roles[role];
  if (hex === undefined) throw new Error(`the theme has no role ${role}`);
  return hex;
}

/** WCAG 2.2, relative luminance. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
