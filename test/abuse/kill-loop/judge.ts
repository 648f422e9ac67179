import type { ToldLedger } from './ledgers/told-ledger.ts';
import type { WrittenLedger } from './ledgers/written-ledger.ts';
import type { Subscriber } from './subscriber.ts';

interface Judgement {
  /** Records of which a subscriber was not told the version that was acknowledged last, or a later one. */
  readonly undelivered: number;
  /** Events of versions that no commit gave to a record, or that the subscriber may not see. */
  readonly neverCommitted: number;
  /** What is wrong, the first of each. */
  readonly sentences: readonly string[];
}

/** Holds what receivers were told to what was written. */
export function judge(run: {
  readonly subscribers: readonly Subscriber[];
  readonly written: Pick<WrittenLedger, 'owedTo' | 'wasCommitted'>;
  readonly told: Pick<ToldLedger, 'toldTo' | 'sentTo'>;
}): Judgement {
  const { subscribers, written, told } = run;
  const undelivered: string[] = [];
  const neverCommitted: string[] = [];
  for (const subscriber of subscribers) {
    const versions = told.toldTo(subscriber);
    for (const [record, version] of written.owedTo(subscriber)) {
      const last = versions.get(record) ?? 0;
      if (last >= version) continue;
      undelivered.push(`webhook ${subscriber.webhookId} was told version ${last} of ${record}, not ${version}`);
    }
    for (const { record, version } of told.sentTo(subscriber)) {
      if (written.wasCommitted(subscriber, record, version)) continue;
      neverCommitted.push(
        `webhook ${subscriber.webhookId} was told version ${version} of ${record}, which it never saw`,
      );
    }
  }
  return {
    undelivered: undelivered.length,
    neverCommitted: neverCommitted.length,
    sentences: [...undelivered.slice(0, 1), ...neverCommitted.slice(0, 1)],
  };
}
