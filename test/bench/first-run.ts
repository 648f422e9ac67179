import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectPath } from '../../scripts/launching/project-paths.mjs';

const HELP = `Clones the project, starts it as a new user would, and prints how long it took until the API listened.

  node test/bench/first-run.ts [--node FOLDER] [--test]

  --node FOLDER   the folder with the programs node and npm of the computer; by default those of the PATH
  --test          then also installs the tools for tests, and prints the size of node_modules

The clone is in a folder whose path has spaces and accents. The home folder and the cache of npm are empty. The second start
has no network if this computer can take it away (Linux: unshare), the third has a proxy that refuses everything.`;

const START = ['start', '--', '--headless', '--port', '0'];
const LISTENING = /API\W+http:/;

const { values } = parseArgs({
  options: { node: { type: 'string' }, test: { type: 'boolean' }, help: { type: 'boolean' } },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

if (values.help) say(HELP);
else await run(values.node ?? '', values.test ?? false);

async function run(node: string, withTools: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'Zaak één '));
  const [home, project] = [join(folder, 'thuis'), join(folder, 'kassa & kantoor')];
  mkdirSync(home);
  const path = node === '' ? process.env.PATH : [node, process.env.PATH].join(delimiter);
  // Nothing that npm has set for this run.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const env = { ...Object.fromEntries(inherited), PATH: path, HOME: home };
  const proxy = {
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    ALL_PROXY: 'http://127.0.0.1:9',
  };
  try {
    const startedAt = performance.now();
    spawnSync('git', ['clone', '--quiet', projectPath(), project], { stdio: 'inherit' });
    const options = { cwd: project, env };
    const first = await start('npm', START, options, startedAt);
    say(`${first.printed.trim()}\n\nClone to listening: ${first.seconds} s; node_modules ${sizeOf(project)} MB.`);
    if (spawnSync('unshare', ['--net', 'true']).status === 0) {
      const command = `ip link set lo up; exec npm ${START.join(' ')}`;
      const offline = await start('unshare', ['--net', 'sh', '-c', command], options);
      say(`Second start, without a network: ${offline.seconds} s.`);
    } else {
      say('The start without a network was left out: this user may not take it away.');
    }
    const refused = await start('npm', START, { ...options, env: { ...env, ...proxy } });
    say(`Third start, with a proxy that refuses everything: ${refused.seconds} s.`);
    if (!withTools) return;
    const toolsAt = performance.now();
    spawnSync('npm', ['test', '--', 'test/unit/tooling/'], { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    say(`npm test of one folder: ${secondsSince(toolsAt)} s; node_modules ${sizeOf(project)} MB.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command until the API listens, and ends it. Throws what it printed if it ends by itself. */
async function start(command: string, args: readonly string[], options: SpawnOptions, from = performance.now()) {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const seconds = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (LISTENING.test(printed)) resolve(secondsSince(from));
      });
    }
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`${command} ended with status ${status}: ${printed}`)));
  });
  // npm, its shell and the product.
  process.kill(-Number(child.pid), 'SIGTERM');
  await once(child, 'close');
  return { printed, seconds };
}

function secondsSince(from: number): number {
  return Math.round((performance.now() - from) / 100) / 10;
}

/** Megabytes of node_modules, as `du -sm` counts them. */
function sizeOf(project: string): number {
  const { stdout } = spawnSync('du', ['-sm', join(project, 'node_modules')], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10);
}
