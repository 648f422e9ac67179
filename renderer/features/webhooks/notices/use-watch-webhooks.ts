import { useQuery } from '@tanstack/react-query';
import { mayManage, useMe } from '../../../lib/me.ts';
import { noticedWebhooksQuery } from '../api/list-webhooks.ts';

/** Reads the webhooks each minute on every page, for who may manage them. Once in the window: each use reads. */
export function useWatchWebhooks(): void {
  useQuery({ ...noticedWebhooksQuery, enabled: mayManage(useMe()) });
}
