import { readFileSync } from 'node:fs';
import { projectPath } from '../../../../scripts/launching/project-paths.mjs';

const SIGNATURE = /setPermissionRequestHandler\(handler: \(\(webContents: WebContents, permission: ([^,]+),/;

/** Every permission that the documentation of Electron's session names, from the types that are made of it. */
export function electronPermissions(): readonly string[] {
  const types = readFileSync(projectPath('node_modules', 'electron', 'electron.d.ts'), 'utf8');
  const names = SIGNATURE.exec(types)?.[1] ?? '';
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
}
