import { useLocale, useT } from '../phrase/phrases.ts';
import { exactMoment, moment } from './format.ts';
import './value.css';

interface GrantInfoProps {
  grantedBy: string | null;
  /** ISO 8601 */
  grantedAt: string;
}

/** Who granted a role or membership, and when. */
export function GrantInfo({ grantedBy, grantedAt }: GrantInfoProps) {
  const t = useT();
  const time = moment(grantedAt, useLocale());
  return (
    <span className="given" title={exactMoment(grantedAt)}>
      {grantedBy === null ? t('ui.givenAt', { time }) : t('ui.givenBy', { name: grantedBy, time })}
    </span>
  );
}
