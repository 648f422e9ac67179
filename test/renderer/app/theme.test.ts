import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROLES = [...sheet('app/roles.css').matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)];
const LIGHT = Object.fromEntries(ROLES.map(([, role = '', light, , both]) => [role, light ?? both]));
const DARK = Object.fromEntries(ROLES.map(([, role = '', , dark, both]) => [role, dark ?? both]));

const GROUNDS = ['ground', 'ground-raised', 'ground-sunken', 'ground-hover', 'ground-selected'];
const TEXT_ON_GROUNDS = ['ink', 'ink-muted', 'ink-faint', 'accent', 'accent-hover'].flatMap((text) =>
  GROUNDS.map((surface) => [text, surface] as const),
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
const EDGE_PAIRS = ['ground', 'ground-raised', 'ground-sunken'].flatMap((surface) => [
  ['control-edge', surface] as const,
  ['accent', surface] as const,
]);

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s theme', (_name, roles) => {
  it.each(TEXT_PAIRS)('shows %s on %s with a contrast of at least 4.5:1', (text, surface) => {
    expect(contrast(colour(roles, text), colour(roles, surface))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('draws %s on %s with a contrast of at least 3:1', (edge, surface) => {
    expect(contrast(colour(roles, edge), colour(roles, surface))).toBeGreaterThanOrEqual(3);
  });
});

describe('the page of the API documentation', () => {
  it.each(['light', 'dark'])('has the colours of the %s window', (scheme) => {
    expect(sheet('api-docs/api-docs.css')).toContain('@import "../app/roles.css";');
    expect(sheet('api-docs/page.css')).toMatch(new RegExp(`color-scheme: .*\\b${scheme}\\b`));
  });
});

function sheet(path: string): string {
  return readFileSync(join(import.meta.dirname, '../../../renderer', path), 'utf8');
}

function colour(roles: Record<string, string | undefined>, role: string): string {
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
