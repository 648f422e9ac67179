import { createInterface } from 'node:readline';
import { systemClock } from '../../../electron/base/clock.ts';
import { answerDemoLine, DEMO_HELP, demoIntroduction, readDemoOptions } from './demo-commands.ts';
import { startStoreKeeperServer } from './storekeeper-server.ts';

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}

async function run(): Promise<void> {
  const { showsHelp, ...options } = readDemoOptions(process.argv.slice(2));
  if (showsHelp) {
    print(DEMO_HELP);
    return;
  }
  const server = await startStoreKeeperServer({ ...options, clock: systemClock });
  const input = createInterface({ input: process.stdin });
  const stop = () => {
    input.close();
    void server.stop();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  print(demoIntroduction(server));
  // It continues when standard input has ended.
  input.on('line', (line) => print(answerDemoLine(server, line)));
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
