import { useLocale } from '../phrase/phrases.ts';
import { exactMoment, moment } from './format.ts';

/** A relative time; the exact one on hover. */
export function When({ at }: { at: string }) {
  const locale = useLocale();
  return (
    <time dateTime={at} title={exactMoment(at)}>
      {moment(at, locale)}
    </time>
  );
}
