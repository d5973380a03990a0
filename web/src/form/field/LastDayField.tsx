// The last day of a grant. A past day is not necessarily a mistake: it revokes the grant at once.
import { Form } from 'antd';
import { useContext } from 'react';
import { t, useT } from '../../phrase/phrases.ts';
import { today } from '../../ui/format.ts';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { RowContext } from '../context.ts';
import type { FieldProps } from '../FormField.tsx';
import { DateField } from './DateField.tsx';

const ENDED: StateLook = { label: 'form.ended', tone: 'warning', shape: 'bar' };

export const LastDayField = ({ hint, ...rest }: Omit<FieldProps, 'needed'>) => (
  <DateField {...rest} edge="last" hint={<PastDayHint name={rest.name} hint={hint} />} check={useFromFirst()} />
);

/** Compares with the first day immediately, rather than only on the server. */
function useFromFirst(): (value: unknown) => string | undefined {
  const form = Form.useFormInstance();
  const { path } = useContext(RowContext);
  return (value) => {
    const first: unknown = form.getFieldValue([...path, FIRST]);
    return typeof value === 'string' && typeof first === 'string' && value !== '' && value < first
      ? t('rule.notBeforeFirst')
      : undefined;
  };
}
const FIRST = 'fromDay';

function PastDayHint({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  const t = useT();
  const { path } = useContext(RowContext);
  const day: unknown = Form.useWatch([...path, name]);
  if (!isPastDay(day)) return hint;
  return (
    <span role="status" className="form-day-over">
      <StateTag look={ENDED} /> <span>{t('form.dayOver')}</span>
    </span>
  );
}

/** Whether a last day has passed. The server uses the site's date. */
const isPastDay = (day: unknown): boolean => typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && day < today();

interface Span {
  fromDay?: string | null;
  untilDay?: string | null;
}

export const isCurrent = ({ fromDay, untilDay }: Span): boolean => !isPastDay(untilDay) && !(fromDay && fromDay > today());

/** Entries that were in force and would expire, although they stay in the list: removing a row is deliberate. */
export function listEndedBy<T extends Span>(before: readonly T[], entered: readonly T[], keyOf: (each: T) => string): T[] {
  const after = new Map(entered.map((each) => [keyOf(each), each]));
  return before.filter((each) => {
    const now = after.get(keyOf(each));
    return now !== undefined && isCurrent(each) && isPastDay(now.untilDay);
  });
}
