import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { useT } from '../../phrase/phrases.ts';
import { useDic } from '../../session/version.ts';
import './phrase-picker.css';

/** A dictionary of common phrases, optionally for one document type. */
export interface Usual {
  dic: `WMS_SAY_${string}`;
  type?: TransactionType;
}

interface PhrasePickerProps extends Usual {
  /** The current text of the field. */
  written: () => string;
  onPick: (text: string) => void;
}

/** Common phrases to pick: replaces another phrase, or appends to typed text. */
export function PhrasePicker({ dic, type, written, onPick }: PhrasePickerProps) {
  const t = useT();
  const phrases = useDic(dic).filter(({ valid, props }) => valid && (!props['type'] || props['type'] === type));
  if (phrases.length === 0) return null;
  const pick = (text: string): void => {
    const before = written().trim();
    const isTyped = before !== '' && phrases.every(({ label }) => label !== before);
    onPick(isTyped && !before.includes(text) ? `${before}${t('wms.shortComma')}${text}` : isTyped ? before : text);
  };
  return (
    <div className="phrase-picker" role="group" aria-label={t('work.phrases')}>
      {phrases.map(({ value, label }) => (
        <button key={value} type="button" className="kw-plain" onClick={() => pick(label)}>
          {label}
        </button>
      ))}
    </div>
  );
}
