import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { unexpected } from '../../api-client/answer-check.ts';

/** Notes the total that an answer of a list tells. Throws where an answer before told another one. */
export type ExpectTotal = (total: number) => void;

class ListMoved extends Error {
  override readonly name = 'ListMoved';
}

/**
 * What several answers of one list make together, which has to stand still meanwhile. Where it moved it is read once more;
 * a list that moves all the time throws `PlatformError` `invalid_answer`: rows could be missing without anybody knowing.
 */
export async function readStandingList<Read>(
  endpoint: Endpoint,
  reading: (expectTotal: ExpectTotal) => Promise<Read>,
): Promise<Read> {
  try {
    return await reading(sameTotal());
  } catch (error) {
    if (!(error instanceof ListMoved)) throw error;
  }
  try {
    return await reading(sameTotal());
  } catch (error) {
    throw error instanceof ListMoved ? unexpected(endpoint) : error;
  }
}

/** Throws out of `readStandingList` what was read of a list that moved. */
export function listMoved(): Error {
  return new ListMoved('the list moved while it was read');
}

function sameTotal(): ExpectTotal {
  let told: number | null = null;
  return (total) => {
    if (told !== null && told !== total) throw listMoved();
    told = total;
  };
}
