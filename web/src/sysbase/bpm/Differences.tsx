import type { Difference } from '@kuwei/contract/bpm/difference';
import type { Graph } from '@kuwei/contract/bpm/graph';
import { useT } from '../../phrase/phrases.ts';
import { useDesign } from './design.ts';
import { isJoin, describeDifference } from './difference-words.ts';
import './design.css';

interface DifferencesProps {
  differences: readonly Difference[];
  before: Graph;
  after: Graph;
}

/** Each change with a word, an icon and a colour. */
export function Differences({ differences, before, after }: DifferencesProps) {
  const t = useT();
  const { words } = useDesign();
  const isMentioned = (difference: Difference): boolean =>
    !('node' in difference) || !isJoin(difference.change === 'REMOVED' ? before : after, difference.node.id);
  return (
    <ul className="flow-differences">
      {differences.filter(isMentioned).map((difference) => {
        const { id, change, what, parts } = describeDifference(difference, words, before, after);
        return (
          <li key={`${change} ${id}`} className={change}>
            <span className="flow-change">{t(`design.difference.${change}`)}</span>
            <div>
              <strong>{what}</strong>
              {parts.map((part) => (
                <p key={part}>{part}</p>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
