import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { useT } from '../../phrase/phrases.ts';
import { useDic } from '../../session/version.ts';
import './phrase-picker.css';

/** What is said often: the dictionary that has it, and the kind of document for which it is said. */
export interface Usual {
  dic: `WMS_SAY_${string}`;
  type?: TransactionType;
}

interface PhrasePickerProps extends Usual {
  /** What stands in the field now. */
  written: () => string;
  onPick: (text: string) => void;
}

/** What is said often, to be taken over with one click: in the place of another one, behind what was typed. */
export function PhrasePicker({ dic, type, written, onPick }: PhrasePickerProps) {
  const t = useT();
  const said = useDic(dic).filter(({ valid, props }) => valid && (!props['type'] || props['type'] === type));
  if (said.length === 0) return null;
  const pick = (text: string): void => {
    const before = written().trim();
    const isTyped = before !== '' && said.every(({ label }) => label !== before);
    onPick(isTyped && !before.includes(text) ? `${before}${t('wms.shortComma')}${text}` : isTyped ? before : text);
  };
  return (
    <div className="phrase-picker" role="group" aria-label={t('work.phrases')}>
      {said.map(({ value, label }) => (
        <button key={value} type="button" className="kw-plain" onClick={() => pick(label)}>
          {label}
        </button>
      ))}
    </div>
  );
}
