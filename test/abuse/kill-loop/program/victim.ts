import { writeSync } from 'node:fs';
import { randomStream } from '../../../../electron/platform/demo/prng.ts';
import { listenOn } from '../../../../electron/service/server/create-server.ts';
import type { VictimLine, VictimOrders } from '../victim-orders.ts';
import { joinProgram } from './join-program.ts';
import { keepWriting } from './keep-writing.ts';
import { untilDrained } from './until-drained.ts';

/** At once and whole: what was said stays said, whenever the process is killed. */
function say(line: VictimLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const [text = '{}'] = process.argv.slice(2);
const orders: VictimOrders = JSON.parse(text);

// Whoever started it is gone, and nobody else would end it.
process.stdin.on('end', () => process.exit(1)).resume();

const program = await joinProgram(orders);
const port = await listenOn(program.service, '127.0.0.1', 0);
if (program.delivers) await program.dispatcher.start();
say({ kind: 'serving', port });
if (orders.writes) {
  const random = randomStream(orders.seed, 'writer');
  await keepWriting(program.db, random, program.transact, (changes) => say({ kind: 'written', changes }));
}
await untilDrained(program);
say({ kind: 'drained' });
