import { Value } from 'typebox/value';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/default-preferences.ts';
import { VIEWS_MAX } from '../../../shared/contract/preference-limits.ts';
import { Preferences, SavedView } from '../../../shared/contract/preferences.ts';

/** Told what of the preferences is not as it was written, and is read as its default. */
export type TellDamagedMember = (what: string) => void;

/** The preferences in a text that may be damaged: each member that does not fit is left out, the rest stays. */
export function keptPreferences(data: string, tellDamaged: TellDamagedMember): Preferences {
  const kept = parseObject(data);
  if (kept === null) {
    tellDamaged('all');
    return DEFAULT_PREFERENCES;
  }
  function member<M extends keyof Preferences>(name: M): Preferences[M] {
    const value = kept?.[name];
    if (value === undefined) return DEFAULT_PREFERENCES[name];
    if (fits(name, value)) return value;
    tellDamaged(name);
    return DEFAULT_PREFERENCES[name];
  }
  return {
    defaultPeriod: member('defaultPeriod'),
    defaultShopId: member('defaultShopId'),
    isTourDone: member('isTourDone'),
    habits: member('habits'),
    views: Array.isArray(kept.views) ? readableViews(kept.views, tellDamaged) : member('views'),
  };
}

function readableViews(kept: readonly unknown[], tellDamaged: TellDamagedMember): Preferences['views'] {
  const readable = kept.filter((view) => Value.Check(SavedView, view)).slice(0, VIEWS_MAX);
  if (readable.length < kept.length) tellDamaged(`${kept.length - readable.length} of the views`);
  return readable;
}

function fits<M extends keyof Preferences>(name: M, value: unknown): value is Preferences[M] {
  return Value.Check(Preferences.properties[name], value);
}

/** Null for a text that is not the JSON of an object. */
function parseObject(data: string): Partial<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
