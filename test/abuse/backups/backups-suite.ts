import { join } from 'node:path';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import { cut, type Damage } from '../damaged-log/damage.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { SPOIL_KINDS, tryBackupDamage } from './backup-damage.ts';
import { SABOTAGES } from './backups-sabotages.ts';
import { BREACHES } from './judge-recovery.ts';
import { keepBackups } from './keep-backups.ts';
import { type LaidShop, layShop } from './lay-shop.ts';
import { type LiveOutcome, tryLiveDamage } from './live-damage.ts';
import { flipUsed, zeroPage } from './page-damage.ts';

interface LiveKind {
  readonly name: string;
  readonly trials: number;
  readonly damage: Damage;
}

const LIVE: readonly LiveKind[] = [
  { name: 'single bits', trials: 1_500, damage: flipUsed },
  { name: 'cuts', trials: 150, damage: cut },
  { name: 'zeroed pages', trials: 150, damage: zeroPage },
];
/** What no start can overlook. */
const PLAIN: readonly LiveKind[] = [
  { name: 'emptied files', trials: 2, damage: () => new Uint8Array() },
  {
    name: 'overwritten files',
    trials: 2,
    damage: (bytes) => Uint8Array.from(bytes).fill(0xee, HEADER_BYTES),
  },
];
/** That of the database, and nothing else. */
const HEADER_BYTES = 100;
const KINDS = [...LIVE, ...PLAIN];
const SPOILT_BACKUPS = 300;
const BACKUPS_MADE = 8;

export const backupsSuite: AbuseSuite = {
  name: 'backups',
  title: 'the data file and its backups are changed, cut and emptied',
  counts: [
    ...KINDS.map(({ name, trials }) => ({ name, least: trials })),
    { name: 'spoilt backups', least: SPOILT_BACKUPS },
    { name: 'backups made', least: BACKUPS_MADE },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SABOTAGES,

  async run(run) {
    const shop = await layShop(join(run.folder, 'ground'));
    run.breach(BREACHES.lacking, 'of a shop that is open', shop.lacking);
    await keepBackups(run, join(run.folder, 'kept'), shop);
    for (const kind of KINDS) await damageLive(run, shop, kind);
    const random = randomStream(run.seed, 'backups');
    const spoilt = Math.max(SPOIL_KINDS, run.scaled(SPOILT_BACKUPS));
    for (let number = 0; number < spoilt; number += 1) {
      run.count('spoilt backups');
      await tryBackupDamage(run, { folder: join(run.folder, 'trial'), shop, random, number });
    }
  },
};

/** Every other time as after a crash, with the last writes beside the file that is damaged. */
async function damageLive(run: SuiteRun, shop: LaidShop, { name, trials, damage }: LiveKind): Promise<void> {
  const random = randomStream(run.seed, name);
  const outcomes = new Map<LiveOutcome, number>();
  for (let trial = 0; trial < run.scaled(trials); trial += 1) {
    const laid = trial % 2 === 0 ? shop.crashed : shop.closed;
    const parts = new Map([...laid, ['', Buffer.from(damage(laid.get('') ?? Buffer.of(), random))]]);
    const outcome = await tryLiveDamage(run, {
      ...{ folder: join(run.folder, 'trial'), shop, parts },
      where: `${name} ${trial}`,
    });
    if (outcome !== 'offered' && PLAIN.some((kind) => kind.name === name)) run.breach(BREACHES.lost, name);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    run.count(name);
  }
  run.tell(name, [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(' / '));
}
