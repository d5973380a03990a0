import { useEffect, useRef, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { useSectionMarks } from './Section.tsx';
import './anchors.css';

/** With fewer sections than this a list of them helps nobody. */
const FROM = 3;

/** The sections of a long form, beside it where there is room; the one that is read is marked. */
export function Anchors() {
  const t = useT();
  const marks = useSectionMarks();
  const [current, setCurrent] = useState<string | null>(null);
  // At the end of a page the section asked for may not reach its top: it counts as long as it is in sight.
  const asked = useRef<string | null>(null);
  useEffect(() => {
    const seen = new Set<string>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        if (asked.current !== null && !seen.has(asked.current)) asked.current = null;
        setCurrent(asked.current ?? marks.find(({ id }) => seen.has(id))?.id ?? null);
      },
      { rootMargin: '-80px 0px -30% 0px' },
    );
    for (const { id } of marks) {
      const section = document.getElementById(id);
      if (section) watch.observe(section);
    }
    return () => watch.disconnect();
  }, [marks]);
  if (marks.length < FROM) return null;
  return (
    <nav className="form-anchors" aria-label={t('form.sections')}>
      {marks.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className="kw-plain"
          aria-current={id === current ? 'true' : undefined}
          onClick={() => {
            asked.current = id;
            setCurrent(id);
            document.getElementById(id)?.scrollIntoView({ block: 'start' });
          }}
        >
          {t(title)}
        </button>
      ))}
    </nav>
  );
}
