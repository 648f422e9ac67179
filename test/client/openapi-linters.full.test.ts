import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { readOpenApi } from '../../shared/contract/service.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';
import { runScript } from './run-script.ts';

const service = await openPerFile(startStandInService);
let folder: string;
/** Path of the OpenAPI document that the service returns. */
let description: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tilldesk-linters-'));
  description = join(folder, 'openapi.json');
  await writeFile(description, JSON.stringify(await service.read(readOpenApi)));
});

afterAll(async () => rm(folder, { recursive: true, force: true }));

describe('the OpenAPI document', { timeout: 60_000 }, () => {
  it('has no problem for Redocly, with its strict rules', async () => {
    expect(await lint(['@redocly', 'cli', 'bin', 'cli.js'], ['--extends', 'recommended-strict'])).toContain('is valid');
  });

  it('has no problem for Spectral, down to its hints', async () => {
    const rules = join(folder, 'rules.json');
    await writeFile(rules, JSON.stringify({ extends: ['spectral:oas'] }));
    const options = ['--ruleset', rules, '--fail-severity', 'hint'];
    expect(await lint(['@stoplight', 'spectral-cli', 'dist', 'index.js'], options)).toContain('No results');
  });
});

/** Returns what the linter printed. Throws this text if it found a problem. */
async function lint(script: readonly string[], options: readonly string[]): Promise<string> {
  const program = projectPath('test', 'public-tools', 'node_modules', ...script);
  // Redocly would report its use and look for updates.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, output, errors } = await runScript(program, ['lint', ...options, description], { cwd: folder, env });
  if (status !== 0) throw new Error(`${output}${errors}`);
  return output + errors;
}
