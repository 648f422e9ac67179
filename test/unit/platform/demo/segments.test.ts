import { describe, expect, it } from 'vitest';
import type { DemoProfile } from '../../../../electron/platform/demo/demo-profile.ts';
import { makeCustomers, makeSegments } from '../../../../electron/platform/demo/model.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../../../../electron/platform/demo/shop-profiles.ts';

const segmentsOf = (profile: DemoProfile, seed = 1) => {
  const customers = makeCustomers(profile, seed);
  const segments = makeSegments(profile, seed, customers);
  const membersOf = (title: string) => {
    const id = segments.rows.find((row) => row.title === title)?.id;
    return segments.members.filter(({ segment_id }) => segment_id === id).map((row) => row.customer_id);
  };
  return { customers, segments, membersOf };
};

describe.each([
  ['the chain', LINDE_EN_LOOF],
  ['the wool shop', HET_KLUWEN],
])('makeSegments for %s', (_, profile) => {
  const { customers, segments, membersOf } = segmentsOf(profile);

  it('makes five segments, each with members', () => {
    expect(segments.rows.map(({ title }) => title)).toEqual([
      'Vaste klanten',
      'Zakelijk',
      'Buitenland',
      'Nieuwsbrief',
      'Workshops',
    ]);
    for (const { title } of segments.rows) expect(membersOf(title).length).toBeGreaterThan(0);
  });

  it('puts all companies and all customers abroad into a segment of their own', () => {
    expect(membersOf('Zakelijk')).toEqual(customers.companyIds);
    const abroad = [...customers.idsAbroad.values()].flat().toSorted((a, b) => a - b);
    expect(membersOf('Buitenland')).toEqual(abroad);
  });

  it('makes nobody a member twice', () => {
    const keys = segments.members.map(({ customer_id, segment_id }) => `${customer_id}/${segment_id}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('draws the same members from the same seed, and others from another', () => {
    expect(segmentsOf(profile).segments).toEqual(segments);
    expect(segmentsOf(profile, 2).segments.members).not.toEqual(segments.members);
  });
});

it('leaves most customers of the chain without the segment of regulars', () => {
  const { membersOf } = segmentsOf(LINDE_EN_LOOF);
  const regulars = membersOf('Vaste klanten').length;
  expect(regulars).toBeGreaterThan(60);
  expect(regulars).toBeLessThan(180);
});
