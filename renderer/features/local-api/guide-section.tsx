import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periodOf } from '../../../shared/periods.ts';
import { CopyButton } from '../../components/copy-field.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { aboutQuery } from '../../lib/host/program.ts';
import {
  GUIDE_REQUESTS,
  GUIDE_TASKS,
  GUIDE_TOOLS,
  type GuideTask,
  type GuideTool,
  KEY_PARAMETER,
} from './guide-requests.ts';
import styles from './local-api-page.module.css';
import { firstProductsQuery } from './queries.ts';
import { SectionBar } from './section-bar.tsx';

/** Examples of requests for curl, Excel and Python. */
export function GuideSection() {
  const { t } = useTranslation();
  const titleId = useId();
  const today = useToday();
  const { data: about } = useQuery(aboutQuery);
  const products = useQuery(firstProductsQuery);
  const productIds = products.data?.data.map(({ id }) => id).join(',') || t('localApi.guide.idsPlaceholder');
  const [tool, setTool] = useState<GuideTool>('curl');
  const [task, setTask] = useState<GuideTask>('prices');
  const toolName = t(`localApi.guide.tools.${tool}`);
  return (
    <section className={styles.guide} aria-labelledby={titleId}>
      <SectionBar id={titleId} title={t('localApi.guide.title')} hint={t('localApi.guide.hint')}>
        <SegmentedControl
          size="xs"
          aria-label={t('exports.history.column.what')}
          data={GUIDE_TASKS.map((value) => ({ value, label: t(`localApi.guide.tasks.${value}`) }))}
          value={task}
          onChange={setTask}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('localApi.guide.tool')}
          data={GUIDE_TOOLS.map((value) => ({ value, label: t(`localApi.guide.tools.${value}`) }))}
          value={tool}
          onChange={setTool}
        />
      </SectionBar>
      {about && !products.isPending && (
        <div className={styles.content}>
          <GuideSteps tool={tool} task={task} />
          <RequestText
            key={`${tool} ${task}`}
            label={t('localApi.guide.named', { task: t(`localApi.guide.tasks.${task}`), tool: toolName })}
            text={GUIDE_REQUESTS[tool][task]({
              apiAddress: about.apiAddress,
              keyPlaceholder: t('localApi.guide.keyPlaceholder'),
              productIds,
              lastMonth: periodOf('last-month', today),
            })}
          />
        </div>
      )}
    </section>
  );
}

/** Where the key goes, where the text of the request goes, and what the answer is. */
function GuideSteps({ tool, task }: { readonly tool: GuideTool; readonly task: GuideTask }) {
  const { t } = useTranslation();
  const values = { placeholder: t('localApi.guide.keyPlaceholder'), parameter: KEY_PARAMETER };
  return (
    <ol className={styles.steps}>
      {(['key', 'use', task] as const).map((step) => (
        <li key={step}>{t(`localApi.guide.${tool}.${step}`, values)}</li>
      ))}
    </ol>
  );
}

interface RequestTextProps {
  /** Such as `Price list with curl`. */
  readonly label: string;
  readonly text: string;
}

/** A ready request in a frame that scrolls, with a button that copies all of it. */
function RequestText({ label, text }: RequestTextProps) {
  const { t } = useTranslation();
  const code = useRef<HTMLElement>(null);
  // Nothing in it takes the focus: the frame does, so that the keyboard can scroll it.
  const asRegion = { role: 'region', tabIndex: 0, 'aria-label': label } as const;
  return (
    <Stack gap="xs" miw={0}>
      <div {...asRegion} className={styles.frame}>
        <code ref={code} className={styles.text}>
          {text}
        </code>
      </div>
      <Group gap="xs" wrap="nowrap">
        <CopyButton source={code} label={t('localApi.guide.copy', { label })} />
      </Group>
    </Stack>
  );
}
