import type { ComputerSettings, Settings, ViewSettings } from '../../../../shared/contract/bridge.ts';
import { useChangeComputerSettings, useChangeSettings } from '../../../lib/settings.ts';
import type { Keeping } from '../setting-row.tsx';

/** One setting: what holds, or while that is being kept what was chosen; and the way to change it. */
export function useViewSetting<Name extends keyof ViewSettings>(settings: Settings, name: Name) {
  return useSetting(settings, name, useChangeSettings());
}

/** As `useViewSetting`, of what managers alone may change. */
export function useComputerSetting<Name extends keyof ComputerSettings>(settings: Settings, name: Name) {
  return useSetting(settings, name, useChangeComputerSettings());
}

interface Change extends Keeping {
  readonly isPending: boolean;
  readonly variables: Partial<Settings> | undefined;
  readonly mutate: (changes: Partial<Settings>) => void;
  readonly reset: () => void;
}

function useSetting<Name extends keyof Settings>(settings: Settings, name: Name, change: Change) {
  const chosen = change.isPending ? change.variables?.[name] : undefined;
  const keeping: Keeping = change;
  return {
    value: chosen === undefined ? settings[name] : chosen,
    keeping,
    keep(value: Settings[Name]) {
      const changes: Partial<Settings> = {};
      changes[name] = value;
      change.mutate(changes);
    },
    forget: change.reset,
  };
}
