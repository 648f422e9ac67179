import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretSweep } from '../harness/secret-sweep.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { type Canaries, createCanaries } from './canaries.ts';
import { damageColleague } from './damaged-colleague.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { createHeardClient, type Hear } from './heard-client.ts';
import { type LaidFolder, layFolder } from './laid-folder.ts';
import { plantBearer, plantPasswords, plantWebhooks } from './plant-in-requests.ts';
import { makeKeys, openWindow, workInWindow } from './plant-in-window.ts';
import { SECRETS_SABOTAGES } from './sabotages.ts';
import { type StartedProgram, startProgram } from './started-program.ts';
import { searchBearers } from './window-bearers.ts';

const LIVES = 10;

export const secretsSuite: AbuseSuite = {
  name: 'secrets',
  title: 'canaries are planted in the whole program, which is killed and searched for them',
  counts: [
    { name: COUNTED.lives, least: LIVES },
    { name: COUNTED.canaries, least: 12 * LIVES },
    { name: COUNTED.replies, least: 60 * LIVES },
    { name: COUNTED.files, least: 8 * LIVES },
    { name: COUNTED.bearers, least: LIVES },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SECRETS_SABOTAGES,

  async run(run) {
    for (let life = 0; life < run.scaled(LIVES); life += 1) await liveOnce(run, life);
  },
};

async function liveOnce(run: SuiteRun, life: number): Promise<void> {
  const canaries = createCanaries(run, life);
  const password = canaries.next('password');
  const personal = `klant-${life}-${run.seed}@kanarie.example`;
  const laid = await layFolder(join(run.folder, `life-${life}`), { password, customerEmail: personal });
  const sweep = createSecretSweep((sentence) => run.breach(BREACHES.personal, sentence));
  sweep.keep('personal data', personal);
  const hear: Hear = (where, content, status) => {
    run.hear(where, content);
    if (status >= 400) sweep.searchText(where, content);
  };
  const program = await startProgram(laid);
  try {
    await plantAll(run, { program, laid, canaries, hear }, { password, personal });
  } finally {
    await program.kill();
  }
  run.count(COUNTED.lives);
  run.hear('what the program printed', program.printed());
  sweep.searchText('what the program printed', program.printed());
  for (const name of ['tilldesk.log', 'instance.json', 'settings.json']) {
    sweep.searchText(name, readFileSync(join(laid.dataFolder, name)));
  }
  run.count(COUNTED.files, readdirSync(join(run.folder, `life-${life}`), { recursive: true }).length);
}

interface Stage {
  readonly program: StartedProgram;
  readonly laid: LaidFolder;
  readonly canaries: Canaries;
  readonly hear: Hear;
}

async function plantAll(
  run: SuiteRun,
  { program, laid, canaries, hear }: Stage,
  { password, personal }: { readonly password: string; readonly personal: string },
): Promise<void> {
  const port = Number(new URL(program.apiAddress).port);
  const planting = { canaries, hear, port, ask: createHeardClient(run, port, hear) };
  const token = await plantPasswords(planting, password);
  for (const bearer of [token, canaries.next('token')]) await plantBearer(planting, bearer);
  await plantWebhooks(planting, token);
  const replies: string[] = [];
  const askWindow = createHeardClient(
    run,
    Number(new URL(program.launchAddress).port),
    (where, content, status) => {
      replies.push(content);
      hear(where, content, status);
    },
  );
  const window = await openWindow(askWindow, program.launchAddress, canaries);
  await workInWindow(window, canaries, password);
  const keys = await makeKeys(window, canaries);
  for (const key of [keys.live, keys.revoked]) await plantBearer(planting, key);
  await damageColleague(planting, laid.storeFile, personal);
  const bearers = searchBearers(laid.storeFile);
  for (const reply of [...replies, readFileSync(join(laid.dataFolder, 'tilldesk.log'), 'utf8')]) {
    if (bearers.isIn(reply)) run.breach(BREACHES.bearer, 'in a reply to the window, or in the log');
  }
  run.count(COUNTED.bearers, bearers.searched);
  // The last of these is under way when the program is killed.
  void planting
    .ask('/api/auth/refresh', { method: 'POST', body: { account: 'alpha', email: 'x', password } })
    .catch(() => null);
}
