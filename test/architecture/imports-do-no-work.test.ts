import { describe, expect, it } from 'vitest';
import { doNoWorkAtImport } from './rules/do-no-work-at-import.ts';
import { breachesOf } from './sources/breaches-of.ts';

describe('importing a module', () => {
  it('does no work', () => {
    expect(breachesOf(doNoWorkAtImport)).toEqual([]);
  });

  it.each(['start();', 'await start();', 'for (const x of xs) add(x);', 'if (isMain) start();'])(
    'is seen to do work by %s',
    (text) => {
      expect(doNoWorkAtImport({ path: 'electron/bridge/bridge.ts', text })).toEqual([
        `electron/bridge/bridge.ts runs: ${text}`,
      ]);
      expect(doNoWorkAtImport({ path: 'electron/serve.ts', text })).toEqual([]);
    },
  );

  it('may define values, functions and classes', () => {
    const text = 'export const A = 1; function f() { g(); } class C {}';
    expect(doNoWorkAtImport({ path: 'shared/money.ts', text })).toEqual([]);
  });
});
