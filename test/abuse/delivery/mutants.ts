import { type Mutant, mutantsOf } from '../harness/mutant.ts';

/** For the time that the tests may take. */
const IN_TESTS = [
  'retries-gone',
  'signs-reserialised-body',
  'old-secret-alone',
  'done-before-sending',
  'burst-after-sleep',
];

export const DELIVERY_MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  'electron/webhooks/attempt-delivery.ts': {
    'retries-gone': ['410 is a failure like any other', 'if (outcome.status === GONE)', 'if (outcome.status === -1)'],
    'redirect-is-success': ['a redirect counts as delivered', 'status < 300', 'status < 400'],
    'never-disables': ['a webhook whose last attempt failed stays active', "isAlive ? null : 'failing'", 'null'],
    'first-timestamp': [
      'each attempt bears the timestamp of the first',
      'body, replayOf }: LeasedDelivery,\n  at: number,',
      'body, replayOf, createdAt: at }: LeasedDelivery,\n  _at: number,',
    ],
    'old-secret-alone': [
      'the old secret alone signs for the day after a rotation',
      '[sealedSecret, ...(isOldInUse ? [oldSealedSecret] : [])]',
      '[isOldInUse ? oldSealedSecret : sealedSecret]',
    ],
    'done-before-sending': [
      'a delivery is marked as done before it is sent',
      'const outcome = await send(deps, webhook, delivery, at);',
      "const early = { at, status: 204, failure: null, durationMs: 0, answer: '' };\n  await deps.outbox.settle(delivery, early, { kind: 'delivered' });\n  const outcome = await send(deps, webhook, delivery, at);",
    ],
    'ignores-retry-after': [
      'nobody looks at Retry-After',
      'Math.min(retryAfterMs ?? 0, LONGEST_WAIT_ON_REQUEST_MS)',
      '0',
    ],
    'uncapped-retry-after': [
      'a receiver may put a delivery off for years',
      'retryAfterMs ?? 0, LONGEST_WAIT_ON_REQUEST_MS',
      'retryAfterMs ?? 0',
    ],
    'a-step-early': ['the schedule is off by one step', 'schedule[number - 1]', 'schedule[number]'],
  },
  'electron/webhooks/webhook-message.ts': {
    'signs-reserialised-body': [
      'another text is signed than the one that is sent',
      '.sign(id, at, body)',
      '.sign(id, at, JSON.stringify(JSON.parse(body)))',
    ],
  },
  'shared/retry.ts': {
    'ignores-retry-date': [
      'a Retry-After with a date is not understood',
      'HTTP_DATE.test(header) ? Date.parse(header) - now : Number.NaN',
      'Number.NaN',
    ],
  },
  'electron/webhooks/overdue-deliveries.ts': {
    'burst-after-sleep': [
      'all that is overdue is sent at once',
      'move(() => outbox.spread(now - OVERDUE_MS, () => soonAfter(now)));',
      '',
    ],
  },
});
