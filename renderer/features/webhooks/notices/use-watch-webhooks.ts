import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../lib/me.ts';
import { noticedWebhooksQuery } from '../api/list-webhooks.ts';
import { mayManageWebhooks } from '../may-manage-webhooks.ts';

/** Reads the webhooks each minute on every page, for who may manage them. Once in the window: each use reads. */
export function useWatchWebhooks(): void {
  useQuery({ ...noticedWebhooksQuery, enabled: mayManageWebhooks(useMe()) });
}
