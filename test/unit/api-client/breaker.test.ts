import { describe, expect, it } from 'vitest';
import {
  BREAKER_RULES,
  type BreakerState,
  type CallOutcome,
  createBreaker,
} from '../../../electron/api-client/upstream.ts';
import { standingClock } from '../session/standing-clock.ts';

const { windowMs, pauseMs } = BREAKER_RULES;

function breakerUnderTest() {
  const clock = standingClock();
  const queue: BreakerState[] = [];
  const breaker = createBreaker(clock, BREAKER_RULES, (state) => queue.push(state));
  const call = (outcome: CallOutcome) => breaker.admit()?.(outcome);
  const calls = (...outcomes: CallOutcome[]) => outcomes.forEach(call);
  return { clock, queue, breaker, calls };
}

const many = (count: number, outcome: CallOutcome) => Array.from({ length: count }, () => outcome);

describe('createBreaker', () => {
  it('opens when half of ten calls have failed', () => {
    const { breaker, calls } = breakerUnderTest();

    calls(...many(5, 'success'), ...many(4, 'failure'));
    expect(breaker.state()).toBe('closed');
    calls('failure');
    expect(breaker.state()).toBe('open');
    expect(breaker.admit()).toBeNull();
  });

  it('stays closed if fewer than half fail, or if there were fewer than ten calls', () => {
    const { breaker, calls } = breakerUnderTest();

    calls(...many(9, 'failure'));
    expect(breaker.state()).toBe('closed');
    calls(...many(0, 'success'));
    const other = breakerUnderTest();
    other.calls(...many(60, 'success'), ...many(40, 'failure'));
    expect(other.breaker.state()).toBe('closed');
  });

  it('forgets calls that are older than its window', () => {
    const { clock, breaker, calls } = breakerUnderTest();

    calls(...many(9, 'failure'));
    clock.sleep(windowMs);
    calls('failure');
    expect(breaker.state()).toBe('closed');
  });

  it('ignores calls that were cancelled', () => {
    const { breaker, calls } = breakerUnderTest();

    calls(...many(100, 'unknown'));
    expect(breaker.state()).toBe('closed');
  });

  it('lets one call through after its rest, and closes if that call succeeds', () => {
    const { clock, queue, breaker, calls } = breakerUnderTest();
    calls(...many(10, 'failure'));
    clock.sleep(pauseMs - 1);
    expect(breaker.admit()).toBeNull();
    clock.sleep(1);

    const admitted = Array.from({ length: 100 }, () => breaker.admit()).filter((settle) => settle !== null);
    expect(admitted).toHaveLength(1);
    admitted[0]?.('success');

    expect(queue).toEqual(['open', 'probing', 'closed']);
    calls(...many(9, 'failure'));
    expect(breaker.state()).toBe('closed');
  });

  it.each(['failure', 'unknown'] as const)('rests again if that call ends in %s', (outcome) => {
    const { clock, breaker, calls } = breakerUnderTest();
    calls(...many(10, 'failure'));
    clock.sleep(pauseMs);

    calls(outcome);

    expect(breaker.admit()).toBeNull();
    clock.sleep(pauseMs);
    expect(breaker.admit()).not.toBeNull();
  });

  it('ignores the outcome of a call that began before the state changed', () => {
    const { clock, breaker, calls } = breakerUnderTest();
    const late = breaker.admit();
    calls(...many(10, 'failure'));
    clock.sleep(pauseMs);
    const probe = breaker.admit();

    late?.('success');
    expect(breaker.state()).toBe('probing');
    probe?.('success');
    expect(breaker.state()).toBe('closed');
  });

  it('counts as rested if the clock was set back', () => {
    const { clock, breaker, calls } = breakerUnderTest();
    calls(...many(10, 'failure'));

    clock.sleep(-86_400_000);

    expect(breaker.admit()).not.toBeNull();
  });
});
