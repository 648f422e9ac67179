import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectPath } from '../launching/project-paths.mjs';
import {
  type AuditVerdict,
  auditProblems,
  containerProblems,
  electronProblem,
  lockfileProblems,
  readAudit,
} from './release-checks.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_MS = 120_000;

/** What is bundled, and what makes the installers. */
const LOCKED_FOLDERS = ['.', 'scripts/releasing'];

/**
 * What has to hold before installers are made, a sentence for each thing that does not: a supported Electron, packages and
 * a container image that are pinned by digest, an audit of the registry without a severe advisory. Writes the list of
 * everything that goes in. Development packages count too: most of what is bundled is among them.
 */
export async function checkRelease(): Promise<readonly string[]> {
  const manifest = readJson('package.json');
  const electron = electronProblem(manifest.optionalDependencies.electron, new Date());
  const verdicts: AuditVerdict[] = [];
  for (const folder of LOCKED_FOLDERS) verdicts.push(await auditPackages(folder));
  await writeBill();
  return [
    ...(electron === null ? [] : [electron]),
    ...LOCKED_FOLDERS.flatMap((folder) =>
      lockfileProblems(readJson(`${folder}/package.json`), readJson(`${folder}/package-lock.json`)),
    ),
    ...containerProblems(readFileSync(projectPath('deploy', 'Containerfile'), 'utf8')),
    ...verdicts.flatMap(auditProblems),
  ];
}

async function auditPackages(folder: string): Promise<AuditVerdict> {
  const verdict = readAudit(await askNpm(folder, 'audit', '--json', '--package-lock-only'));
  if (verdict.kind === 'answered') {
    say(`Advisories for ${folder}: ${verdict.severe} high or critical, ${verdict.others} others.`);
  }
  return verdict;
}

async function writeBill(): Promise<void> {
  const bill = await askNpm('.', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  const { components } = JSON.parse(bill);
  mkdirSync(projectPath('dist'), { recursive: true });
  writeFileSync(projectPath('dist', 'sbom.cdx.json'), bill);
  say(`dist/sbom.cdx.json lists ${components.length} packages.`);
}

/** What npm prints, whatever its status: it ends with 1 for an audit with findings as well. */
function askNpm(folder: string, ...args: readonly string[]): Promise<string> {
  const npm = process.env.npm_execpath;
  const isScript = npm !== undefined && basename(npm) === 'npm-cli.js';
  const [program, given] = isScript ? [process.execPath, [npm, ...args]] : ['npm', args];
  const shell = !isScript && process.platform === 'win32';
  return new Promise((resolve) => {
    const options = { cwd: projectPath(folder), maxBuffer: MOST_BYTES, timeout: LONGEST_MS, shell };
    execFile(program, given, options, (_, printed) => resolve(printed));
  });
}

function readJson(file: string) {
  return JSON.parse(readFileSync(projectPath(file), 'utf8'));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
