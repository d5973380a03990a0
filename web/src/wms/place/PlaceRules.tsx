// What a place offers and which goods it accepts.
import { useT } from '../../phrase/phrases.ts';
import { DicName } from '../../ui/DicName.tsx';
import { GroupMark } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import './place-rules.css';

interface ConditionsProps {
  conditions: readonly string[];
  /** Offered by the place itself; the others are inherited. */
  own?: readonly string[];
}

export function Conditions({ conditions, own = conditions }: ConditionsProps) {
  const t = useT();
  if (conditions.length === 0) return <None />;
  return (
    <span className="place-chips">
      {conditions.map((code) => (
        <span key={code} className={`place-chip${own.includes(code) ? '' : ' inherited'}`}>
          <DicName dic="WMS_CONDITION" code={code} />
          {!own.includes(code) && <span className="place-chip-from">{t('container.inherited')}</span>}
        </span>
      ))}
    </span>
  );
}

/** @param groups null if any group is accepted */
export function Groups({ groups }: { groups: readonly string[] | null }) {
  const t = useT();
  if (groups === null) return t('container.anyGroup');
  if (groups.length === 0) return <None />;
  return (
    <span className="place-chips">
      {groups.map((group) => (
        <GroupMark key={group} group={group} />
      ))}
    </span>
  );
}
