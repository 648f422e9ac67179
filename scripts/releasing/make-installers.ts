import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackagesOf } from '../launching/packages.mjs';
import { createProcessTree } from '../launching/processes.mjs';
import { projectPath } from '../launching/project-paths.mjs';
import { checkRelease } from './check-release.ts';

/** The folder of electron-builder, which only `npm run dist` needs. */
const INSTALLER_PACKAGES = 'scripts/releasing';

/** Checks the release and packs what was built; the arguments are those of electron-builder. Answers the exit status. */
async function makeInstallers(args: readonly string[]): Promise<number> {
  const problems = await checkRelease();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) return 1;
  const processes = createProcessTree();
  await installPackagesOf(processes, INSTALLER_PACKAGES);
  const builder = projectPath(INSTALLER_PACKAGES, 'node_modules', 'electron-builder', 'cli.js');
  // It makes files with known names in the temporary folder, where another user may have put links.
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-dist-'));
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
  try {
    const options = { cwd: projectPath(), stdio: 'inherit', env } as const;
    return (await processes.run(process.execPath, [builder, ...args], options)) ?? 130;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await makeInstallers(process.argv.slice(2));
