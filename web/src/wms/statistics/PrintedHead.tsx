// What a printed page of statistics is of: its period and filters, and who printed it when.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useOrg } from '../../api/org.ts';
import { useT } from '../../phrase/phrases.ts';
import { displayName, useUser } from '../../session/user.ts';
import { institution } from '../../session/version.ts';
import { localMinute, today } from '../../ui/format.ts';
import { goodsFilters } from './filters.ts';

interface PrintedHeadProps {
  texts: Readonly<Record<string, string>>;
}

/** Visible on paper only. */
export function PrintedHead({ texts }: PrintedHeadProps) {
  const t = useT();
  const user = useUser((state) => state.user);
  const org = useOrg((state) => state.org?.name ?? null);
  const when = usePrintTime();
  const { from, to } = periodOf(texts);
  const parts = [institution(), org, user && displayName(user), t('stat.printedAt', { time: localMinute(when.toISOString()) })];
  return (
    <div className="stat-printed" aria-hidden="true">
      <p>{parts.filter(Boolean).join(' · ')}</p>
      <p>
        {t('stat.printedPeriod', { from, to })}
        {texts['compare'] === 'true' && ` · ${t('stat.compare')}`}
      </p>
      <div>
        {goodsFilters
          .filter(({ names }) => names.some((name) => texts[name] !== undefined))
          .map(({ names, label, Control }) => (
            <Control key={names[0]} label={t(label)} values={texts} onChange={() => {}} />
          ))}
      </div>
    </div>
  );
}

/** The period that the server takes: this month up to today unless given. */
function periodOf({ from, to }: PrintedHeadProps['texts']): { from: string; to: string } {
  const last = to ?? (from !== undefined && from > today() ? from : today());
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last };
}

/** The time of the last print: the page may have been open for days. */
function usePrintTime(): Date {
  const [when, setWhen] = useState(() => new Date());
  useEffect(() => {
    const setNow = (): void => flushSync(() => setWhen(new Date()));
    window.addEventListener('beforeprint', setNow);
    return () => window.removeEventListener('beforeprint', setNow);
  }, []);
  return when;
}
