import { describe, expect, it, vi } from 'vitest';
import { guardMarkup } from '../../../renderer/lib/markup-guard.ts';

type Rules = Readonly<Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>>;

function installedRules(): { rules: Rules; reported: unknown[] } {
  const made: Rules[] = [];
  const reported: unknown[] = [];
  vi.stubGlobal('trustedTypes', { createPolicy: (_name: string, rules: Rules) => made.push(rules) });
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  guardMarkup();
  const [rules] = made;
  if (rules === undefined) throw new Error('no policy was made');
  return { rules, reported };
}

describe('a script that writes into the window', () => {
  it.each(['<img src=x onerror=alert(1)>', 'a<b', '<'])('is stopped and reported if it writes markup: %s', (text) => {
    const { rules, reported } = installedRules();
    expect(() => rules.createHTML(text)).toThrow('refuses markup');
    expect(reported).toHaveLength(1);
  });

  it('may write the text of an inline style', () => {
    const { rules, reported } = installedRules();
    expect(rules.createHTML('.a{color:red}')).toBe('.a{color:red}');
    expect(reported).toEqual([]);
  });

  it('can never write a script or its address', () => {
    const { rules } = installedRules();
    expect(() => rules.createScript('alert(1)')).toThrow(TypeError);
    expect(() => rules.createScriptURL('https://evil.example/x.js')).toThrow(TypeError);
  });
});

describe('a browser without trusted types', () => {
  it('works without the guard', () => {
    vi.stubGlobal('trustedTypes', undefined);
    expect(guardMarkup).not.toThrow();
  });
});
