import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { mayManage, useMe } from '../../../lib/me.ts';
import { webhooksQuery } from '../api/list-webhooks.ts';

const NONE: readonly Webhook[] = [];

/** The webhooks that were disabled, as they were last read; none for who may not manage them. */
export function useDisabledWebhooks(): readonly Webhook[] {
  const enabled = mayManage(useMe());
  const { data = NONE } = useQuery({ ...webhooksQuery, enabled });
  return data.filter(({ status }) => status === 'disabled');
}
