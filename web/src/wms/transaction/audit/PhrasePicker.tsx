import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { useT } from '../../../phrase/phrases.ts';
import { useDic } from '../../../session/version.ts';

/** What is said often: the dictionary that has it, and the kind of document for which it is said. */
export interface Usual {
  dic: `WMS_SAY_${string}`;
  type?: TransactionType;
}

interface PhrasePickerProps extends Usual {
  onPick: (text: string) => void;
}

/** What is said often, to be taken over with one click. */
export function PhrasePicker({ dic, type, onPick }: PhrasePickerProps) {
  const t = useT();
  const said = useDic(dic).filter(({ valid, props }) => valid && (!props['type'] || props['type'] === type));
  if (said.length === 0) return null;
  return (
    <div className="phrase-picker" role="group" aria-label={t('work.phrases')}>
      {said.map(({ value, label }) => (
        <button key={value} type="button" className="kw-plain" onClick={() => onPick(label)}>
          {label}
        </button>
      ))}
    </div>
  );
}
