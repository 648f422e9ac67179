import type { Settings } from '../../../../shared/contract/bridge.ts';
import { useChangeSettings } from '../../../app/settings.ts';
import type { Keeping } from '../setting-row.tsx';

/** One setting: what holds, or while that is being kept what was chosen; and the way to change it. */
export function useSetting<Name extends keyof Settings>(settings: Settings, name: Name) {
  const change = useChangeSettings();
  const chosen = change.isPending ? change.variables[name] : undefined;
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
