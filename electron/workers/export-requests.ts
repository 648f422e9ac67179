import type { ExportComparison } from '../../shared/contract/exports.ts';
import type { Clock } from '../base/clock.ts';
import type { CompareRequest } from '../exports/compare-export.ts';
import type { ExportWork } from '../exports/export-work.ts';
import type { TellProgress } from '../exports/reading.ts';
import type { PartRequest, WrittenExport } from '../exports/write-export.ts';
import { answerOf, type ExportAnswer } from './export-answer.ts';
import { throttleTelling } from './throttled-telling.ts';

/** What is asked of an export thread. */
export type ExportThreadRequest =
  | { readonly kind: 'write'; readonly asked: PartRequest }
  | { readonly kind: 'compare'; readonly asked: CompareRequest };

export type ExportThreadAnswer = ExportAnswer<WrittenExport | ExportComparison>;

/** In the thread: answers with what `work` gives. */
export function answerWith(work: ExportWork, clock: Pick<Clock, 'now'>) {
  async function write(asked: PartRequest, tell: TellProgress, signal: AbortSignal): Promise<WrittenExport> {
    const telling = throttleTelling(tell, clock);
    const written = await work.write(asked, telling.tell, signal);
    telling.finish();
    return written;
  }

  return (
    request: ExportThreadRequest,
    tell: TellProgress,
    signal: AbortSignal,
  ): Promise<ExportThreadAnswer> =>
    answerOf<WrittenExport | ExportComparison>(
      request.kind === 'write' ? write(request.asked, tell, signal) : work.compare(request.asked, signal),
    );
}
