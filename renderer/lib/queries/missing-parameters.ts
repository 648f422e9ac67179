import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { readMissingParameters } from '../../../shared/contract/window.ts';
import { readApi } from '../host/api-client.ts';
import { MISSING_PARAMETERS_KEY } from '../host/query-client.ts';

const missingParametersQuery = queryOptions({
  queryKey: MISSING_PARAMETERS_KEY,
  queryFn: () => readApi(readMissingParameters),
});

/** Whether the platform does not support a parameter of a list or report. The window does not offer such parameters. */
export function useIsMissing({ path }: Pick<Endpoint, 'path'>): (parameter: string) => boolean {
  const { data } = useQuery(missingParametersQuery);
  const names = data?.filter((missing) => missing.path === path).map(({ parameter }) => parameter) ?? [];
  return (parameter) => names.includes(parameter);
}
