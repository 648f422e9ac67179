import { AsOf } from '../../components/states/as-of.tsx';
import type { OverviewQueries, Question } from './overview-queries.ts';

/** The time of the oldest figures on the page, and a way to read all of them again. */
export function OverviewAsOf({ queries }: { readonly queries: OverviewQueries }) {
  const questions: readonly Question[] = Object.values(queries);
  const answered = questions.filter(({ dataUpdatedAt }) => dataUpdatedAt > 0);
  return (
    <AsOf
      updatedAt={answered.length === 0 ? 0 : Math.min(...answered.map(({ dataUpdatedAt }) => dataUpdatedAt))}
      isRefreshing={questions.some(({ isFetching }) => isFetching)}
      isStale={questions.some(({ isError }) => isError)}
      onRefresh={() => {
        for (const { refetch } of questions) void refetch();
      }}
    />
  );
}
