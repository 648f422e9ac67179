import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withResults } from '../../support/results-section.ts';

const README = readFileSync(new URL('../../bench/README.md', import.meta.url), 'utf8');

describe('withResults', () => {
  it('replaces what stands between the markers of the README and nothing else', () => {
    const first = withResults(README, 'first results');
    const second = withResults(first, 'second results');
    expect(second).toContain('\n\nsecond results\n\n');
    expect(second).not.toContain('first results');
    expect(withResults(second, 'first results')).toBe(first);
    expect(first.startsWith(README.slice(0, README.indexOf('<!--')))).toBe(true);
    expect(first.endsWith(README.slice(README.lastIndexOf('<!--')))).toBe(true);
  });

  it('refuses a text without the markers', () => {
    expect(() => withResults('# bench\n', 'results')).toThrow('no place');
  });
});
