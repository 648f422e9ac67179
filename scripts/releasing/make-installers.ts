import { createProcessTree } from '../launching/processes.mjs';
import { projectPath } from '../launching/project-paths.mjs';
import { checkRelease } from './check-release.ts';

/** Checks the release and packs what was built; the arguments are those of electron-builder. Answers the exit status. */
async function makeInstallers(args: readonly string[]): Promise<number> {
  const problems = await checkRelease();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) return 1;
  const builder = projectPath('node_modules', 'electron-builder', 'cli.js');
  const options = { cwd: projectPath(), stdio: 'inherit' } as const;
  return (await createProcessTree().run(process.execPath, [builder, ...args], options)) ?? 130;
}

process.exitCode = await makeInstallers(process.argv.slice(2));
