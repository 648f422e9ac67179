import type { Sabotage } from '../harness/sabotage.ts';

const TEARDOWN = 'electron/startup/shutdown.ts';

export const PROCESS_SABOTAGES: readonly Sabotage[] = [
  {
    name: 'goes-on-after-mistake',
    flaw: 'an uncaught error ends nothing',
    edit: {
      file: 'electron/startup/shutdown.ts',
      find: '.then(() => exit(1))',
      put: '.then(() => undefined)',
    },
  },
  {
    name: 'stops-without-limit',
    flaw: 'stopping waits for as long as a step takes',
    leftToAbuse: true,
    edit: {
      file: TEARDOWN,
      find: 'withTimeout(clock, budgetMs, ',
      put: 'withTimeout(clock, 2 ** 31 - 1, ',
    },
  },
  {
    name: 'hung-step-ends-stopping',
    flaw: 'what comes after a step that hangs is not undone',
    leftToAbuse: true,
    edit: { file: TEARDOWN, find: 'onProblem(name, error);', put: 'steps.length = 0;' },
  },
  {
    name: 'deaf-to-signals',
    flaw: 'a signal is taken, and nothing comes of it',
    leftToAbuse: true,
    edit: { file: 'electron/startup/shutdown.ts', find: 'stop(signal);', put: '' },
  },
  {
    name: 'leaves-discovery-file',
    flaw: 'an ended program is still announced',
    leftToAbuse: true,
    edit: {
      file: 'electron/compose/program.ts',
      find: "teardown.add('discovery file', claim.release);",
      put: '',
    },
  },
  {
    name: 'waits-for-every-client',
    flaw: 'a client with half a request is waited for',
    leftToAbuse: true,
    edit: {
      file: 'electron/compose/service.ts',
      find: 'service.server.closeAllConnections()',
      put: 'undefined',
    },
  },
  {
    name: 'thread-stays-lost',
    flaw: 'no new thread comes in the place of a lost one',
    leftToAbuse: true,
    edit: {
      file: 'electron/workers/thread-pool.ts',
      find: 'if (!member.thread.isRunning) members.delete(member);',
      put: 'if (member.owed < 0) members.delete(member);',
    },
  },
  {
    name: 'crashed-window-quits',
    flaw: 'the program ends with the process of its page',
    leftToAbuse: true,
    edit: {
      file: 'electron/hosts/desktop/window-watch.ts',
      find: "if (isAsking || reason === 'clean-exit') return;",
      put: 'app.quit();',
    },
  },
];
