import { describe, expect, it } from 'vitest';
import { stayInLayer } from './rules/stay-in-layer.ts';
import { breachesOf } from './sources/breaches-of.ts';

describe('layers', () => {
  it('import only what they may', () => {
    expect(breachesOf(stayInLayer)).toEqual([]);
  });

  it.each([
    ['shared/money.ts', '../electron/config.ts'],
    ['renderer/main.tsx', '../electron/config.ts'],
    ['electron/main.ts', '../renderer/main.tsx'],
    ['electron/service/build-service.ts', '../platform/embedded/embedded-platform.ts'],
    ['electron/service/build-service.ts', '../session/session-keeper.ts'],
    ['electron/bridge/bridge.ts', '../service/build-service.ts'],
    ['electron/bridge/bridge.ts', '../store/open-store.ts'],
    ['electron/exports/price-list.ts', '../store/open-store.ts'],
    ['electron/platform/remote/remote-platform.ts', '../../store/open-store.ts'],
    ['electron/platform/remote/remote-platform.ts', '../embedded/embedded-platform.ts'],
    ['electron/platform/platform.ts', './embedded/embedded-platform.ts'],
    ['electron/hosts/browser/browser-host.ts', '../service/listen.ts'],
    ['electron/hosts/desktop/program-window.ts', '../browser-host/browser-host.ts'],
    ['renderer/features/catalog/catalog-page.tsx', '../report/report-page.tsx'],
    ['renderer/components/overlays/drawer.tsx', '../../features/report/report-page.tsx'],
    ['renderer/lib/api.ts', '../components/drawer.tsx'],
    ['renderer/api-docs/main.ts', '../lib/language.ts'],
  ])('keep %s from %s', (path, specifier) => {
    expect(stayInLayer({ path, text: `import { x } from '${specifier}';` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `import type { X } from '${specifier}';` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `export { x } from '${specifier}';` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `const x = await import('${specifier}');` })).toHaveLength(1);
    expect(stayInLayer({ path, text: `type X = import('${specifier}').X;` })).toHaveLength(1);
  });

  it('take in every file of the program', () => {
    expect(stayInLayer({ path: 'electron/elsewhere/x.ts', text: '' })).toEqual([
      'electron/elsewhere/x.ts lies in no layer',
    ]);
  });
});
