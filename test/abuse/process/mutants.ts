import { mutantsOf } from '../harness/mutant.ts';

export const PROCESS_MUTANTS = mutantsOf(['goes-on-after-mistake'], {
  'electron/startup/shutdown.ts': {
    'goes-on-after-mistake': [
      'an uncaught error does not end the program',
      '.then(() => exit(1))',
      '.then(() => undefined)',
    ],
    'stops-without-limit': [
      'stopping waits for as long as a step takes',
      'withTimeout(clock, budgetMs, ',
      'withTimeout(clock, 2 ** 31 - 1, ',
    ],
    'hung-step-ends-stopping': [
      'what comes after a step that hangs is not undone',
      'onProblem(name, error);',
      'steps.length = 0;',
    ],
    'deaf-to-signals': ['a signal is ignored', 'stop(signal);', ''],
  },
  'electron/compose/program.ts': {
    'leaves-discovery-file': [
      'an ended program is still announced',
      "teardown.add('discovery file', claim.release);",
      '',
    ],
  },
  'electron/compose/service.ts': {
    'waits-for-every-client': [
      'a client with half a request is waited for',
      'service.server.closeAllConnections()',
      'undefined',
    ],
  },
  'electron/workers/thread.ts': {
    'thread-stays-lost': [
      'no new thread comes in the place of a lost one',
      'if (!member.thread.isRunning) members.delete(member);',
      'if (member.owed < 0) members.delete(member);',
    ],
  },
  'electron/hosts/desktop/window-watch.ts': {
    'crashed-window-quits': [
      'the program ends with the process of its page',
      "if (isAsking || reason === 'clean-exit') return;",
      'app.quit();',
    ],
  },
});
