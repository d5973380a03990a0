import type { Candidate } from '@kuwei/contract/bpm/graph';
import { joinList } from '@kuwei/contract/phrase';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { useDesign } from './design.ts';
import './outline.css';

/** Users the candidates resolve to now, without duplicates. */
export function ResolvedCandidates({ candidates }: { candidates: readonly Candidate[] }) {
  const t = useT();
  const locale = useLocale();
  const { asked } = useDesign();
  const found = candidates.map(asked);
  if (candidates.length === 0) return null;
  // The line is there before its text, or the cards below would move when it arrives.
  if (found.some((each) => each === undefined)) return <span className="flow-now">{'\u00a0'}</span>;
  const people = [...new Map(found.flatMap((each) => each!.people).map((person) => [person.id, person])).values()];
  const more = found.some((each) => each!.count > each!.people.length);
  const count = more ? Math.max(...found.map((each) => each!.count)) : people.length;
  if (count === 0) return <span className="flow-now nobody">{t('design.nowNobody')}</span>;
  const shown = people.slice(0, 3).map(({ name }) => name);
  const names = joinList(locale, shown);
  return (
    <span
      className="flow-now"
      title={joinList(
        locale,
        people.map(({ name }) => name),
      )}
    >
      {count > shown.length ? t('design.nowMore', { names, count }) : t('design.now', { names })}
    </span>
  );
}
