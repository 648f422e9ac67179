import { describe, expect, it } from 'vitest';
import { leadOf, peersTable } from '../../../bench/peers/peers-table.ts';

describe('the lead over a peer', () => {
  it('is above 1 where more requests are answered, or less time or memory is taken', () => {
    expect(leadOf('requests/s', 300, 100)).toBe(3);
    expect(leadOf('ms', 100, 300)).toBe(3);
    expect(leadOf('MB', 100, 300)).toBe(3);
  });

  it('is none without both figures', () => {
    expect(leadOf('requests/s', Number.NaN, 100)).toBeNaN();
    expect(leadOf('MB', 100, 0)).toBeNaN();
  });
});

const cellsOf = (line: string | undefined) => (line ?? '').split('|').map((cell) => cell.trim());

describe('the table', () => {
  const table = peersTable(
    ['json-server', 'bare server'],
    [
      {
        ...{ measured: 'a page', unit: 'requests/s' },
        figures: { Tilldesk: [1, 900, 800], 'json-server': [200, 100, 9_000], 'bare server': [1_600, 1_600, 1_600] },
      },
      { measured: 'all at once', unit: 'ms', figures: { Tilldesk: null, 'json-server': [7], 'bare server': null } },
    ],
  );
  const [head, , page, atOnce] = table.split('\n');

  it('has a column for each program', () => {
    expect(cellsOf(head)).toEqual(['', 'Measured', 'Unit', 'Tilldesk', 'json-server', 'bare server', '']);
  });

  it('has medians, the lead over each peer, and where it is lost in bold', () => {
    expect(cellsOf(page)).toEqual(['', 'a page', 'requests/s', '800', '200 (4)', '1,600 (**0.5**)', '']);
  });

  it('says what cannot be done, and compares nothing with it', () => {
    expect(cellsOf(atOnce)).toEqual(['', 'all at once', 'ms', 'cannot', '7', 'cannot', '']);
  });

  it('has no figure where none was measured', () => {
    const [, , row] = peersTable(['Directus'], [{ measured: 'a page', unit: 'ms', figures: { Tilldesk: [5] } }]).split(
      '\n',
    );
    expect(cellsOf(row)).toEqual(['', 'a page', 'ms', '5', 'none', '']);
  });
});
