import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView, CreatedApiKey } from '../../../shared/contract/api-keys.ts';
import type { About } from '../../../shared/contract/bridge.ts';
import { periodOf } from '../../../shared/periods.ts';
import box from '../../components/box.module.css';
import { CopyButton } from '../../components/copy-field.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { aboutQuery } from '../../lib/host/program.ts';
import {
  CONNECT_TASKS,
  CONNECT_TOOLS,
  type ConnectTask,
  type ConnectTool,
  connectText,
  hasTasks,
} from './connect-texts.ts';
import { FirstCallLine } from './first-call.tsx';
import styles from './local-api-page.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery, firstProductsQuery } from './queries.ts';
import { SectionBar } from './section-bar.tsx';

/** Keys that were made here, in clear: they are gone with the page, or once the user is done with them. */
type MadeKeys = Readonly<Partial<Record<ConnectTool, CreatedApiKey>>>;

/** For each tool a key, the text to paste, and whether its first request came. */
export function ConnectSection() {
  const { t } = useTranslation();
  const titleId = useId();
  const about = useQuery(aboutQuery);
  const [tool, setTool] = useState<ConnectTool>('excel');
  const [task, setTask] = useState<ConnectTask>('prices');
  const [made, setMade] = useState<MadeKeys>({});
  const { data: keys, isPending } = useQuery(apiKeysQuery);
  // Who has a key has connected a tool before.
  const [isShown, setIsShown] = useState<boolean | null>(null);
  const isOpen = isShown ?? keys?.length === 0;
  return (
    <section className={styles.connect} aria-labelledby={titleId}>
      <SectionBar id={titleId} title={t('localApi.connect.title')} hint={t('localApi.connect.hint')}>
        <Button variant="default" aria-expanded={isOpen} disabled={isPending} onClick={() => setIsShown(!isOpen)}>
          {t(isOpen ? 'localApi.connect.hide' : 'localApi.connect.show')}
        </Button>
      </SectionBar>
      {isOpen && (
        <>
          <Group gap="8px 12px" px={24} pb="sm">
            <SegmentedControl
              aria-label={t('localApi.connect.tool')}
              data={CONNECT_TOOLS.map((value) => ({ value, label: t(`localApi.connect.tools.${value}`) }))}
              value={tool}
              onChange={setTool}
            />
            {hasTasks(tool) && (
              <SegmentedControl
                aria-label={t('exports.new.what')}
                data={CONNECT_TASKS.map((value) => ({ value, label: t(`localApi.connect.tasks.${value}`) }))}
                value={task}
                onChange={setTask}
              />
            )}
          </Group>
          {about.data ? (
            <Connection
              key={tool}
              tool={tool}
              task={task}
              about={about.data}
              made={made[tool] ?? null}
              onMade={(created) => {
                setIsShown(true);
                setMade({ ...made, [tool]: created });
              }}
              onDone={() => setMade({ ...made, [tool]: undefined })}
            />
          ) : (
            // The bar above says what failed, and reads it again.
            !about.isError && (
              <div className={styles.content}>
                <SkeletonRows rows={4} widths={[90]} />
                <SkeletonRows rows={6} widths={[60]} />
              </div>
            )
          )}
        </>
      )}
    </section>
  );
}

interface ConnectionProps {
  readonly tool: ConnectTool;
  readonly task: ConnectTask;
  readonly about: About;
  readonly made: CreatedApiKey | null;
  readonly onMade: (created: CreatedApiKey) => void;
  readonly onDone: () => void;
}

function Connection({ tool, task, about, made, onMade, onDone }: ConnectionProps) {
  const { t } = useTranslation();
  const today = useToday();
  const products = useQuery(firstProductsQuery);
  const [isMaking, setIsMaking] = useState(false);
  // What was pressed last is gone with the change that it made.
  const [focused, setFocused] = useState<'copy' | 'make' | null>(null);
  const keyName = useFreeName(t(`localApi.connect.names.${tool}`));
  const productIds = products.data?.data.map(({ id }) => id).join(',') || t('localApi.connect.idsPlaceholder');
  const key = made?.key ?? t('localApi.connect.keyPlaceholder');
  const lastMonth = periodOf('last-month', today);
  const text = connectText(tool, task, { ...about, key, productIds, lastMonth });
  const toolName = t(`localApi.connect.names.${tool}`);
  const label = hasTasks(tool)
    ? t('localApi.connect.named', { task: t(`localApi.connect.tasks.${task}`), tool: toolName })
    : t('localApi.connect.settingsOf', { tool: toolName });

  function showKey(created: CreatedApiKey) {
    setFocused('copy');
    onMade(created);
  }

  function hideKey() {
    setFocused('make');
    onDone();
  }

  if (text === null) return <p className={styles.empty}>{t('localApi.connect.notInstalled')}</p>;
  return (
    <div className={styles.content}>
      <ol className={styles.steps}>
        <li>
          {made
            ? t('localApi.connect.keyIsInText', { name: made.record.name })
            : t('localApi.connect.makeKey', { placeholder: t('localApi.connect.keyPlaceholder') })}
          <div className={styles.keyButton}>
            {made ? (
              <Button key="done" variant="default" onClick={hideKey}>
                {t('localApi.connect.done')}
              </Button>
            ) : (
              <Button
                key="make"
                variant="default"
                leftSection={<IconKey size={15} aria-hidden />}
                autoFocus={focused === 'make'}
                onClick={() => setIsMaking(true)}
              >
                {t('localApi.connect.makeKeyFor', { tool: toolName })}
              </Button>
            )}
          </div>
        </li>
        {stepsOf(tool, task).map((step) => (
          <li key={step}>{t(`localApi.connect.steps.${step}`)}</li>
        ))}
      </ol>
      <Stack gap="xs" miw={0}>
        {made && (
          <p className={`${box.attention} ${styles.once}`} role="status">
            {t('localApi.connect.once')}
          </p>
        )}
        <PastedText key={made?.record.id ?? 0} label={label} text={text} takesFocus={focused === 'copy'} />
        {made && <FirstCallLine apiKey={made.record} tool={toolName} />}
      </Stack>
      <NewKeyDialog isOpen={isMaking} name={keyName} onClose={() => setIsMaking(false)} onCreated={showKey} />
    </div>
  );
}

/** What to do after the key. */
const STEPS = {
  excel: ['excelQuery', 'editor', 'excelLoad'],
  powerBi: ['powerBiQuery', 'editor', 'powerBiLoad', 'powerBiService'],
  python: ['python'],
  javascript: ['javascript'],
  curl: ['curl'],
  mcpAddress: ['mcpAddress', 'mcpAsk'],
  mcpCommand: ['mcpCommand', 'mcpAsk'],
} as const satisfies Record<ConnectTool, readonly string[]>;

/** What comes of it. */
const RESULTS = {
  excel: { prices: 'priceTable', report: 'groupTable' },
  powerBi: { prices: 'priceTable', report: 'groupTable' },
  python: { prices: 'priceLines', report: 'groupLines' },
  javascript: { prices: 'priceLines', report: 'groupLines' },
  curl: { prices: 'pricePages', report: 'report' },
} as const;

function stepsOf(tool: ConnectTool, task: ConnectTask) {
  return hasTasks(tool) ? [...STEPS[tool], RESULTS[tool][task]] : STEPS[tool];
}

/** The name, or the name with a number where a key has it: the requests are told apart by the names of their keys. */
function useFreeName(name: string): string {
  const { data: keys = NO_KEYS } = useQuery(apiKeysQuery);
  const taken = new Set(keys.map((key) => key.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

const NO_KEYS: readonly ApiKeyView[] = [];

interface PastedTextProps {
  /** Such as `Price list with curl`. */
  readonly label: string;
  readonly text: string;
  readonly takesFocus: boolean;
}

/** A text in a frame that scrolls, with a button that copies all of it. */
function PastedText({ label, text, takesFocus }: PastedTextProps) {
  const { t } = useTranslation();
  const code = useRef<HTMLElement>(null);
  // Nothing in it takes the focus: the frame does, so that the keyboard can scroll it.
  const asRegion = { role: 'region', tabIndex: 0, 'aria-label': label } as const;
  return (
    <>
      <div {...asRegion} className={styles.frame}>
        <code ref={code} className={styles.text}>
          {text}
        </code>
      </div>
      <Group gap="xs" wrap="nowrap">
        <CopyButton source={code} label={t('localApi.connect.copy', { label })} takesFocus={takesFocus} />
      </Group>
    </>
  );
}
