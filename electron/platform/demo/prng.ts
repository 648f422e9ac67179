/** Random numbers that are the same in every run. They depend on the order of calls. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  drawFraction(): number;
  /** Draws an integer from `low` to `high`, both included. */
  drawInteger(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Choice>(choices: readonly Choice[]): Choice;
  /** Picks by weight. Weights can have any sum. */
  pickWeighted<Choice>(choices: readonly (readonly [choice: Choice, weight: number])[]): Choice;
  shuffle<Choice>(choices: readonly Choice[]): Choice[];
}

/** Creates a separate stream for a seed and name, so that one stream never changes another. */
export function createRandomStream(seed: number, ...name: readonly (string | number)[]): Random {
  return createRandom(sfc32(xmur3([seed, ...name].join('/'))));
}

function createRandom(drawFraction: () => number): Random {
  const drawInteger = (low: number, high: number) => low + Math.floor(drawFraction() * (high - low + 1));
  const pick = <Choice>(choices: readonly Choice[]) => getChoice(choices, drawInteger(0, choices.length - 1));
  return {
    drawFraction,
    drawInteger,
    chance: (probability) => drawFraction() < probability,
    pick,
    pickWeighted(choices) {
      let total = 0;
      for (const choice of choices) total += choice[1];
      let left = drawFraction() * total;
      for (const choice of choices) {
        left -= choice[1];
        if (left < 0) return choice[0];
      }
      return pick(choices)[0];
    },
    shuffle(choices) {
      const cards = [...choices];
      for (let last = cards.length - 1; last > 0; last -= 1) {
        const drawn = drawInteger(0, last);
        const card = getChoice(cards, drawn);
        cards[drawn] = getChoice(cards, last);
        cards[last] = card;
      }
      return cards;
    },
  };
}

function getChoice<Choice>(choices: readonly Choice[], index: number): Choice {
  if (index < 0 || index >= choices.length) throw new RangeError('nothing to choose from');
  return choices[index] as Choice;
}

function xmur3(text: string): () => number {
  let hash = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    hash ^= hash >>> 16;
    return hash >>> 0;
  };
}

/** Chris Doty-Humphrey's small fast counting generator, from PractRand. */
function sfc32(nextSeed: () => number): () => number {
  let a = nextSeed();
  let b = nextSeed();
  let c = nextSeed();
  let counter = nextSeed();
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
