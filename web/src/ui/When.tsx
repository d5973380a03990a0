import { useLocale } from '../phrase/phrases.ts';
import { exactMoment, moment } from './format.ts';

/** A moment as people say it; exact under the pointer. */
export function When({ at }: { at: string }) {
  const locale = useLocale();
  return (
    <time dateTime={at} title={exactMoment(at)}>
      {moment(at, locale)}
    </time>
  );
}
