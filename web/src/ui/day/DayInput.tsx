import { useT } from '../../phrase/phrases.ts';
import '../field.css';
import { DayBox } from './DayBox.tsx';
import { useDayText, type DayFieldSpec } from './use-day-text.ts';

interface DayInputProps extends Omit<DayFieldSpec, 'strict'> {
  max?: string;
}

/** A day, or a minute of one, outside a form: invalid input shows an error and is not reported. */
export function DayInput({ max, ...spec }: DayInputProps) {
  const t = useT();
  const { field, leave, faulty, box } = useDayText({ ...spec, strict: true });
  return (
    <>
      <DayBox {...box} max={max}>
        <input {...field} className="kw-field" aria-invalid={faulty || undefined} onBlur={leave} />
      </DayBox>
      {faulty && (
        <span className="day-fault" role="alert">
          {t('rule.day')}
        </span>
      )}
    </>
  );
}
