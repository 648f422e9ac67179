import type { Sabotage } from '../harness/sabotage.ts';

const ATTEMPT = 'electron/webhooks/attempt-delivery.ts';
const JUDGE = 'electron/webhooks/attempt-delivery.ts';
const SCHEDULE = 'electron/webhooks/attempt-delivery.ts';
const SPREAD = 'electron/webhooks/overdue-deliveries.ts';

export const DELIVERY_SABOTAGES: readonly Sabotage[] = [
  {
    name: 'retries-gone',
    flaw: '410 is a failure like any other',
    edit: { file: JUDGE, find: 'if (outcome.status === GONE)', put: 'if (outcome.status === -1)' },
  },
  {
    name: 'redirect-is-success',
    flaw: 'a redirect counts as delivered',
    leftToAbuse: true,
    edit: { file: JUDGE, find: 'status < 300', put: 'status < 400' },
  },
  {
    name: 'never-disables',
    flaw: 'a webhook whose last attempt failed stays active',
    leftToAbuse: true,
    edit: { file: JUDGE, find: "isAlive ? null : 'failing'", put: 'null' },
  },
  {
    name: 'first-timestamp',
    flaw: 'each attempt bears the timestamp of the first',
    leftToAbuse: true,
    edit: {
      file: ATTEMPT,
      find: 'body, replayOf }: LeasedDelivery,\n  at: number,',
      put: 'body, replayOf, createdAt: at }: LeasedDelivery,\n  _at: number,',
    },
  },
  {
    name: 'signs-reserialised-body',
    flaw: 'another text is signed than the one that is sent',
    edit: {
      file: 'electron/webhooks/webhook-message.ts',
      find: '.sign(id, at, body)',
      put: '.sign(id, at, JSON.stringify(JSON.parse(body)))',
    },
  },
  {
    name: 'old-secret-alone',
    flaw: 'the old secret alone signs for the day after a rotation',
    edit: {
      file: ATTEMPT,
      find: '[sealedSecret, ...(isOldInUse ? [oldSealedSecret] : [])]',
      put: '[isOldInUse ? oldSealedSecret : sealedSecret]',
    },
  },
  {
    name: 'done-before-sending',
    flaw: 'a delivery is marked as done before it is sent',
    edit: {
      file: ATTEMPT,
      find: 'const outcome = await send(deps, webhook, delivery, at);',
      put: "const early = { at, status: 204, failure: null, durationMs: 0, answer: '' };\n  await deps.outbox.settle(delivery, early, { kind: 'delivered' });\n  const outcome = await send(deps, webhook, delivery, at);",
    },
  },
  {
    name: 'ignores-retry-after',
    flaw: 'nobody looks at Retry-After',
    leftToAbuse: true,
    edit: { file: SCHEDULE, find: 'Math.min(retryAfterMs ?? 0, LONGEST_WAIT_ON_REQUEST_MS)', put: '0' },
  },
  {
    name: 'uncapped-retry-after',
    flaw: 'a receiver may put a delivery off for years',
    leftToAbuse: true,
    edit: { file: SCHEDULE, find: 'retryAfterMs ?? 0, LONGEST_WAIT_ON_REQUEST_MS', put: 'retryAfterMs ?? 0' },
  },
  {
    name: 'ignores-retry-date',
    flaw: 'a Retry-After with a date is not understood',
    leftToAbuse: true,
    edit: {
      file: 'shared/retry.ts',
      find: 'HTTP_DATE.test(header) ? Date.parse(header) - now : Number.NaN',
      put: 'Number.NaN',
    },
  },
  {
    name: 'a-step-early',
    flaw: 'the schedule is off by one step',
    leftToAbuse: true,
    edit: { file: SCHEDULE, find: 'schedule[number - 1]', put: 'schedule[number]' },
  },
  {
    name: 'burst-after-sleep',
    flaw: 'all that is overdue is sent at once',
    edit: {
      file: SPREAD,
      find: 'move(() => outbox.spread(now - OVERDUE_MS, () => soonAfter(now)));',
      put: '',
    },
  },
];
