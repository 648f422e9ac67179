import { mutantsOf } from '../harness/mutant.ts';

const IN_TESTS = [
  'two-retry-layers',
  'no-deadline',
  'deadline-between-chunks',
  'certificates-by-the-environment',
  'redirects-followed',
  'no-size-cap',
  'raw-text-shown',
  'open-for-all',
  'many-probes',
  'many-logins',
  'refused-password-sent-again',
];

export const MUTANTS = mutantsOf(IN_TESTS, {
  'electron/api-client/upstream.ts': {
    'two-retry-layers': [
      'the transport repeats what fails as well',
      'const { send } = createGuardedClient(createLoggedClient(transport, log), breaker);',
      `const once = createGuardedClient(createLoggedClient(transport, log), breaker);
        const send = async (call) => {
          const answer = await once.send(call);
          return answer.status < 500 ? answer : once.send(call);
        };`,
    ],
    'open-for-all': [
      'an open breaker lets calls through',
      "if (settle === null) throw new UpstreamFailure('resting');",
      'if (settle === null) return client.send(call);',
    ],
    'many-probes': [
      'after the rest everybody gets through at once',
      "if (state === 'probing' || !hasRested) return null;",
      'if (!hasRested) return null;',
    ],
    'refusals-open': ['refusals of business open the breaker', 'status >= 500', 'status >= 400'],
  },
  'electron/exports/export-platform.ts': {
    'no-retry-budget': ['every failure is repeated, however many there are', ' || !budget.spend()', ''],
    'refusals-repeated': [
      'a refusal of business is repeated',
      "new Set(['unavailable', 'timeout', 'busy'])",
      "new Set(['unavailable', 'rejected', 'busy'])",
    ],
    'retry-after-ignored': [
      'a busy deployment is asked before the time it names',
      'Math.max(pauseMs, askedMs)',
      'pauseMs',
    ],
  },
  'electron/api-client/upstream-limits.ts': {
    'no-deadline': [
      'a call waits for as long as it takes',
      "const end = () => ending.abort(new UpstreamFailure('timeout'));",
      'const end = () => {};',
    ],
  },
  'electron/api-client/https-transport.ts': {
    'deadline-between-chunks': [
      'each byte that arrives restarts the deadline of the whole answer',
      'deadlines.answered();',
      'deadlines.stop(); response.setTimeout(limits.totalMs, () => response.destroy());',
    ],
    'certificates-by-the-environment': [
      'the environment decides whether certificates are checked',
      'rejectUnauthorized: true,',
      '',
    ],
    'names-not-checked': [
      'a certificate is good for every name',
      'rejectUnauthorized: true,',
      'rejectUnauthorized: true, checkServerIdentity: () => undefined,',
    ],
    'redirects-followed': [
      'a call goes where the answer sends it, with its key',
      'return readAnswer(response, call, limits, isTypeChecked);',
      `if (response.headers.location !== undefined) {
          const { hostname, port, pathname } = new URL(response.headers.location);
          const there = { ...optionsOf(call), agent: undefined, host: hostname, port, path: pathname };
          return exchange(call, requestHttp(there), deadlines);
        }
        return readAnswer(response, call, limits, isTypeChecked);`,
    ],
  },
  'electron/api-client/upstream-answer.ts': {
    'no-size-cap': ['an answer may be of any size', 'if (bytes > most)', 'if (bytes > Infinity)'],
  },
  'electron/api-client/endpoint-reader.ts': {
    'form-not-checked': [
      'an answer of another form is used',
      'if (!known.Check(answer)) throw unexpected(endpoint, misfitOf(known, answer));',
      '',
    ],
  },
  'electron/platform/remote/remote-errors.ts': {
    'raw-text-shown': [
      'the user is shown internal details of the deployment',
      "isPassing ? 'unavailable' : 'invalid_answer', failed)",
      "isPassing ? 'unavailable' : 'invalid_answer', reason)",
    ],
  },
  'electron/api-client/token-lifecycle.ts': {
    'many-logins': [
      'calls that meet a 401 together each sign in again',
      'underWay ??= askForToken(by)',
      'underWay = askForToken(by)',
    ],
    'refused-password-sent-again': [
      'a password that was refused is tried again by the next call',
      `if (!credentials) return { kind: 'refused', answer: null };
    // Proves`,
      `credentials ??= signedInWith;
    // Proves`,
    ],
    'late-logins': [
      'a call that hears late of its old token signs in again, though there is a newer one',
      "if (!isSameSecret(held.token, stale)) return { kind: 'renewed', token: held.token };",
      '',
    ],
  },
});
