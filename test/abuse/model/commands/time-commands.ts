import fc from 'fast-check';
import { DAY, HOUR, MINUTE, SECOND } from '../../../unit/feeds/webhooks/spans-of-time.ts';
import { chosen, type ModelCommand, modelCommand } from '../model-command.ts';
import { MOODS, type Mood } from '../real-world.ts';
import { settle } from '../settle.ts';

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
/** Well formed, and nobody's. */
const NO_TOKEN = 'x'.repeat(43);

export function timeCommands(): readonly fc.Arbitrary<ModelCommand>[] {
  return [
    fc.constantFrom(SECOND, 10 * SECOND, 11 * MINUTE, HOUR).map(pass),
    fc.tuple(part, fc.constantFrom(-1, 0, 1)).map(([which, by]) => passUntilEnd(which, by)),
    fc.constantFrom(-HOUR, HOUR, DAY + MINUTE).map(jump),
    fc.constantFrom(...MOODS).map(turn),
    fc.constant(modelCommand({ name: 'kill', act: (_, world) => world.killAndReopen() })),
    fc.constant(modelCommand({ name: 'restart', act: (_, world) => world.restart() })),
    fc.constant(modelCommand({ name: 'settle', act: settle })),
  ];
}

function pass(ms: number): ModelCommand {
  return modelCommand({ name: `pass ${ms / SECOND} s`, act: (_, world) => world.clock.advance(ms) });
}

/** To the moment at which a token ends, or a millisecond beside it. */
function passUntilEnd(which: number, byMs: number): ModelCommand {
  return modelCommand({
    name: `pass until the end of token ${which.toFixed(2)} and ${byMs} ms`,
    isPossible: ({ tokens }) => tokens.length > 0,
    async act(expected, world) {
      const { expiresAt } = chosen(expected.tokens, which);
      await world.clock.advance(Math.max(0, expiresAt + byMs - world.clock.now()));
    },
  });
}

/** A clock that was set back ends what was issued before: nobody knows how long that has lived. */
function jump(byMs: number): ModelCommand {
  return modelCommand({
    name: `the clock jumps ${byMs / SECOND} s`,
    async act(expected, world) {
      await world.life().accessTokens.resolve(NO_TOKEN);
      world.clock.jump(byMs);
      await world.life().accessTokens.resolve(NO_TOKEN);
      if (byMs < 0) for (const token of expected.tokens) token.isRevoked = true;
    },
  });
}

function turn(mood: Mood): ModelCommand {
  return modelCommand({
    name: `receivers are ${mood}`,
    async act(_, world) {
      world.mood = mood;
    },
  });
}
