import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Settings } from '../../shared/contract/bridge.ts';

export const SETTINGS_NAME = 'settings';

/** What a file may hold: settings of the agreed form, those left out being the default ones. */
const FILE_FORM = Type.Partial(Settings, { additionalProperties: false });

export function settingsPath(folder: string): string {
  return join(folder, `${SETTINGS_NAME}.json`);
}

/** What the settings file of a folder holds, without a change to it; nothing where there is none. */
export function readSettingsFile(folder: string): Partial<Settings> | 'broken' {
  const path = settingsPath(folder);
  if (!existsSync(path)) return {};
  const kept = readJson(path);
  return Value.Check(FILE_FORM, kept) ? kept : 'broken';
}

/** Undefined when the file holds no JSON. */
function readJson(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
