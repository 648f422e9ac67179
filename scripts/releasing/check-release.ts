import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectPath } from '../launching/project-paths.mjs';
import { auditProblems, containerProblems, electronProblem, lockfileProblems, readAudit } from './release-checks.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_MS = 120_000;

/**
 * What has to hold before installers are made, a sentence for each thing that does not: a supported Electron, packages and
 * a container image that are pinned by digest, an audit of the registry without a severe advisory. Writes the list of
 * everything that goes in. Development packages count too: most of what is bundled is among them.
 */
export async function checkRelease(): Promise<readonly string[]> {
  const manifest = readJson('package.json');
  const electron = electronProblem(manifest.devDependencies.electron, new Date());
  const verdict = readAudit(await askNpm('audit', '--json', '--package-lock-only'));
  if (verdict.kind === 'answered') {
    say(`Advisories: ${verdict.severe} high or critical, ${verdict.others} others.`);
  }
  await writeBill();
  return [
    ...(electron === null ? [] : [electron]),
    ...lockfileProblems(manifest, readJson('package-lock.json')),
    ...containerProblems(readFileSync(projectPath('deploy', 'Containerfile'), 'utf8')),
    ...auditProblems(verdict),
  ];
}

async function writeBill(): Promise<void> {
  const bill = await askNpm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  const { components } = JSON.parse(bill);
  mkdirSync(projectPath('dist'), { recursive: true });
  writeFileSync(projectPath('dist', 'sbom.cdx.json'), bill);
  say(`dist/sbom.cdx.json lists ${components.length} packages.`);
}

/** What npm prints, whatever its status: it ends with 1 for an audit with findings as well. */
function askNpm(...args: readonly string[]): Promise<string> {
  const npm = process.env.npm_execpath;
  const isScript = npm !== undefined && basename(npm) === 'npm-cli.js';
  const [program, given] = isScript ? [process.execPath, [npm, ...args]] : ['npm', args];
  const shell = !isScript && process.platform === 'win32';
  return new Promise((resolve) => {
    const options = { cwd: projectPath(), maxBuffer: MOST_BYTES, timeout: LONGEST_MS, shell };
    execFile(program, given, options, (_, printed) => resolve(printed));
  });
}

function readJson(file: string) {
  return JSON.parse(readFileSync(projectPath(file), 'utf8'));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
