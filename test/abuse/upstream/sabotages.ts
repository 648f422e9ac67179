import type { Sabotage } from '../harness/sabotage.ts';

const TRANSPORT = 'electron/api-client/https-transport.ts';
const PATIENT = 'electron/exports/export-platform.ts';
const LIFECYCLE = 'electron/api-client/token-lifecycle.ts';

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'two-retry-layers',
    flaw: 'the transport repeats what fails as well',
    edit: {
      file: 'electron/api-client/upstream.ts',
      find: 'const { send } = createGuardedClient(createLoggedClient(transport, log), breaker);',
      put: `const once = createGuardedClient(createLoggedClient(transport, log), breaker);
        const send = async (call) => {
          const answer = await once.send(call);
          return answer.status < 500 ? answer : once.send(call);
        };`,
    },
  },
  {
    name: 'no-retry-budget',
    flaw: 'every failure is repeated, however many there are',
    leftToAbuse: true,
    edit: { file: PATIENT, find: ' || !budget.spend()', put: '' },
  },
  {
    name: 'refusals-repeated',
    flaw: 'a refusal of business is repeated',
    leftToAbuse: true,
    edit: {
      file: PATIENT,
      find: "new Set(['unavailable', 'timeout', 'busy'])",
      put: "new Set(['unavailable', 'rejected', 'busy'])",
    },
  },
  {
    name: 'retry-after-ignored',
    flaw: 'a busy deployment is asked before the time it names',
    leftToAbuse: true,
    edit: { file: PATIENT, find: 'Math.max(pauseMs, askedMs)', put: 'pauseMs' },
  },
  {
    name: 'no-deadline',
    flaw: 'a call waits for as long as it takes',
    edit: {
      file: 'electron/api-client/upstream-limits.ts',
      find: "const end = () => ending.abort(new UpstreamFailure('timeout'));",
      put: 'const end = () => {};',
    },
  },
  {
    name: 'deadline-between-chunks',
    flaw: 'each byte that arrives begins the deadline of the whole anew',
    edit: {
      file: TRANSPORT,
      find: 'deadlines.answered();',
      put: 'deadlines.stop(); response.setTimeout(limits.totalMs, () => response.destroy());',
    },
  },
  {
    name: 'certificates-by-the-environment',
    flaw: 'the environment decides whether certificates are checked',
    edit: { file: TRANSPORT, find: 'rejectUnauthorized: true,', put: '' },
  },
  {
    name: 'names-not-checked',
    flaw: 'a certificate is good for every name',
    leftToAbuse: true,
    edit: {
      file: TRANSPORT,
      find: 'rejectUnauthorized: true,',
      put: 'rejectUnauthorized: true, checkServerIdentity: () => undefined,',
    },
  },
  {
    name: 'redirects-followed',
    flaw: 'a call goes where the answer sends it, with its key',
    edit: {
      file: TRANSPORT,
      find: 'return readAnswer(response, call, limits);',
      put: `if (response.headers.location !== undefined) {
          const { hostname, port, pathname } = new URL(response.headers.location);
          const there = { ...optionsOf(call), agent: undefined, host: hostname, port, path: pathname };
          return exchange(call, requestHttp(there), deadlines);
        }
        return readAnswer(response, call, limits);`,
    },
  },
  {
    name: 'no-size-cap',
    flaw: 'an answer may be of any size',
    edit: {
      file: 'electron/api-client/upstream-answer.ts',
      find: 'if (bytes > most)',
      put: 'if (bytes > Infinity)',
    },
  },
  {
    name: 'form-not-checked',
    flaw: 'an answer of another form is used',
    leftToAbuse: true,
    edit: {
      file: 'electron/api-client/endpoint-reader.ts',
      find: 'if (!known.Check(answer)) throw unexpected(endpoint);',
      put: '',
    },
  },
  {
    name: 'raw-text-shown',
    flaw: 'whoever asked is told what the deployment says of its inside',
    edit: {
      file: 'electron/platform/remote/remote-errors.ts',
      find: "isPassing ? 'unavailable' : 'invalid_answer', failed)",
      put: "isPassing ? 'unavailable' : 'invalid_answer', reason)",
    },
  },
  {
    name: 'open-for-all',
    flaw: 'an open breaker lets calls through',
    edit: {
      file: 'electron/api-client/upstream.ts',
      find: "if (settle === null) throw new UpstreamFailure('resting');",
      put: 'if (settle === null) return client.send(call);',
    },
  },
  {
    name: 'many-probes',
    flaw: 'after the rest everybody gets through at once',
    edit: {
      file: 'electron/api-client/upstream.ts',
      find: "if (state === 'probing' || !hasRested) return null;",
      put: 'if (!hasRested) return null;',
    },
  },
  {
    name: 'refusals-open',
    flaw: 'refusals of business open the breaker',
    leftToAbuse: true,
    edit: { file: 'electron/api-client/upstream.ts', find: 'status >= 500', put: 'status >= 400' },
  },
  {
    name: 'many-logins',
    flaw: 'calls that meet a 401 together each sign in again',
    edit: { file: LIFECYCLE, find: 'underWay ??= askForToken(by)', put: 'underWay = askForToken(by)' },
  },
  {
    name: 'refused-password-sent-again',
    flaw: 'a password that was refused is tried again by the next call',
    edit: {
      file: LIFECYCLE,
      find: "if (!credentials) return { kind: 'refused', answer: null };\n    // Proves",
      put: 'credentials ??= signedInWith;\n    // Proves',
    },
  },
  {
    name: 'late-logins',
    flaw: 'a call that hears late of its old token signs in again, though there is a newer one',
    leftToAbuse: true,
    edit: {
      file: LIFECYCLE,
      find: "if (!isSameSecret(held.token, stale)) return { kind: 'renewed', token: held.token };",
      put: '',
    },
  },
];
