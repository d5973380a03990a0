import { useEffect, useRef, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { useSectionMarks } from './Section.tsx';
import './anchors.css';

/** Minimum number of sections for a list of them. */
const FROM = 3;

/** Table of contents of a long form, beside it if there is space; marks the current section. */
export function Anchors() {
  const t = useT();
  const marks = useSectionMarks();
  const [current, setCurrent] = useState<string | null>(null);
  // At the end of a page the requested section may not reach the top: it counts as current while visible.
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
