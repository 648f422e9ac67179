import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { jsonRowsOf, withJsonRows } from '../../../../electron/platform/json-rows.ts';
import { batchesAnswer, pageAnswer, WrittenAnswer } from '../../../../electron/service/routes/envelopes.ts';

const rows = [
  { id: 1, title: 'Café “groot” 😀' },
  { id: 2, title: '"\\\n' },
];
const asRecords = <Rest extends object>(rest: Rest, of = rows) => ({ ...rest, rows: of });
const asJson = <Rest extends object>(rest: Rest, of = rows) =>
  withJsonRows<(typeof rows)[number], Rest>(rest, jsonRowsOf(of));

function contentOf(answer: unknown): unknown {
  return answer instanceof WrittenAnswer ? answer.read() : answer;
}

describe.each([
  ['records', asRecords],
  ['JSON', asJson],
] as const)('an answer out of %s', (form, answered) => {
  it('is a page with the offset and the page size that were used', () => {
    const answer = pageAnswer({ q: 'x' }, { start: 4, limit: 2 }, answered({ total: 9 }));

    expect(answer instanceof WrittenAnswer).toBe(form === 'JSON');
    expect(contentOf(answer)).toEqual({ q: 'x', start: 4, limit: 2, count: 2, total: 9, data: rows });
  });

  it.each([
    ['no batch', []],
    ['an empty one', [[]]],
    ['one', [rows]],
    ['several, with empty ones between', [[], rows, [], rows.slice(1), []]],
  ])('is a list out of batches: %s', (_, batches) => {
    const answer = batchesAnswer(
      { from: '2026-01-01' },
      batches.map((batch) => answered({ next: null }, batch)),
    );
    const data = batches.flat();
    expect(contentOf(answer)).toEqual({ from: '2026-01-01', count: data.length, total: data.length, data });
  });
});

describe('batchesAnswer', () => {
  it('takes batches of both kinds', () => {
    const answer = batchesAnswer({}, [asJson({ next: 'a' }), asRecords({ next: null })]);
    expect(contentOf(answer)).toEqual({ count: 4, total: 4, data: [...rows, ...rows] });
  });
});

describe('a written answer', () => {
  it('is one block of bytes where it is short', () => {
    const answer = new WrittenAnswer('{"a":', Buffer.from('1'), '}');
    expect(answer.body()).toEqual(Buffer.from('{"a":1}'));
    expect(answer.byteLength).toBe(7);
  });

  it('is sent in its parts where it is long', async () => {
    const megabyte = Buffer.alloc(2 ** 20, ' ');
    const answer = new WrittenAnswer<readonly number[]>('[1', megabyte, ',2', megabyte, ']');
    const body = answer.body();
    if (body instanceof Uint8Array) throw new Error('the parts were joined');
    const sent = await buffer(body);
    expect(sent.byteLength).toBe(answer.byteLength);
    expect(JSON.parse(sent.toString())).toEqual([1, 2]);
    expect(answer.read()).toEqual([1, 2]);
  });
});
