import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askPortInTerminal } from '../../../electron/startup/taken-port.ts';

/** Asks a person who types `typed`, or presses Ctrl+C if it is `null`. */
async function ask(typed: string | null, language: 'nl' | 'en' = 'nl') {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const answer = askPortInTerminal({ input, output, language, signal: stop.signal })({ port: 4870, free: 4901 });
  if (typed === null) stop.abort();
  else input.end(typed);
  return { usesFreePort: await answer, shown: String(output.read()) };
}

describe('the question in a terminal whose port is in use', () => {
  it.each(['j\n', 'J\n', 'y\n', '\n'])('counts %j as yes', async (typed) => {
    expect((await ask(typed)).usesFreePort).toBe(true);
  });

  it.each(['n\n', 'wat\n', '', null])('counts %j as no', async (typed) => {
    expect((await ask(typed)).usesFreePort).toBe(false);
  });

  it('names both ports in the language of the window', async () => {
    expect((await ask('n\n')).shown).toMatch(
      /kan poort 4870 niet gebruiken.*Deze keer poort 4901 gebruiken\? \[J\/n\]/s,
    );
    expect((await ask('n\n', 'en')).shown).toMatch(/cannot use port 4870.*Use port 4901 this time\? \[Y\/n\]/s);
  });
});
