import { describe, expect, it } from 'vitest';
import { keepPackagesInPlace, useTestedNode } from './rules/keep-packages-in-place.ts';
import { breachesOf } from './sources/breaches-of.ts';

describe('packages', () => {
  it('are imported where they belong', () => {
    expect(breachesOf(keepPackagesInPlace)).toEqual([]);
  });

  it.each([
    ['electron/serve.ts', 'electron'],
    ['electron/bridge/bridge.ts', 'electron/main'],
    ['electron/service/routes/order-routes.ts', 'kysely'],
    ['electron/platform/embedded/embedded-platform.ts', 'node:sqlite'],
    ['electron/compose/database.ts', 'pg'],
    ['electron/service/server/request-log.ts', 'prom-client'],
    ['renderer/main.tsx', 'pg'],
    ['electron/bridge/bridge.ts', 'react'],
    ['renderer/main.tsx', 'node:fs'],
    ['renderer/main.tsx', 'electron'],
    ['renderer/main.tsx', 'swagger-ui-dist/swagger-ui-es-bundle.js'],
    ['shared/money.ts', 'node:crypto'],
    ['shared/money.ts', 'react'],
    ['shared/money.ts', 'a-package-nobody-thought-of'],
  ])('keep %s from %s', (path, name) => {
    expect(keepPackagesInPlace({ path, text: `import x from '${name}';` })).toHaveLength(1);
  });

  it('offer nothing that is not tested in Electron', () => {
    expect(breachesOf(useTestedNode)).toEqual([]);
  });

  it.each(['backup', 'DatabaseSync, backup', 'backup as copy'])('are seen to offer { %s }', (names) => {
    const text = `import { ${names} } from 'node:sqlite';`;
    expect(useTestedNode({ path: 'electron/store/x.ts', text })).toHaveLength(1);
  });
});
