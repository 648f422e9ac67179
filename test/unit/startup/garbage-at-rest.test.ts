import { expect, it } from 'vitest';
import { collectAtRest } from '../../../electron/startup/garbage-at-rest.ts';
import { createFixedClock, NOW } from '../../support/fixed-clock.ts';

function openProgram() {
  const clock = createFixedClock(NOW);
  const program = { workedMs: 0, collections: 0, clock };
  const stop = collectAtRest({
    clock,
    workedMs: () => program.workedMs,
    collect: () => {
      program.collections += 1;
      program.workedMs += 50;
    },
  });
  return { program, stop };
}

it('collects garbage once within a minute of rest after work', () => {
  const { program } = openProgram();
  program.workedMs = 2_000;
  program.clock.advance(30_000);
  expect(program.collections).toBe(0);
  program.clock.advance(30_000);
  expect(program.collections).toBe(1);
  program.clock.advance(600_000);
  expect(program.collections).toBe(1);
});

it('does not collect while the program works', () => {
  const { program } = openProgram();
  for (let look = 0; look < 10; look += 1) {
    program.workedMs += 700;
    program.clock.advance(30_000);
  }
  expect(program.collections).toBe(0);
});

it('collects again after so much work that it is worth it', () => {
  const { program } = openProgram();
  for (let look = 0; look < 40; look += 1) {
    program.workedMs += 100;
    program.clock.advance(30_000);
  }
  expect(program.collections).toBe(8);
});

it('collects nothing once it was stopped', () => {
  const { program, stop } = openProgram();
  program.workedMs = 2_000;
  program.clock.advance(30_000);
  stop();
  program.clock.advance(600_000);
  expect(program.collections).toBe(0);
});
