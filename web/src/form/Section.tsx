// A titled section of a form. The sections of a page make up its table of contents.
import type { PlainKey } from '@kuwei/contract/phrase';
import { createContext, useCallback, useContext, useEffect, useId, useState, type ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import { useFormContext } from './context.ts';
import './section.css';

export interface SectionMark {
  id: string;
  title: PlainKey;
}
type Add = (mark: SectionMark) => () => void;
const MarksContext = createContext<readonly SectionMark[]>([]);
const AddContext = createContext<Add>(() => () => {});
export const useSectionMarks = (): readonly SectionMark[] => useContext(MarksContext);

export function SectionsProvider({ children }: { children: ReactNode }) {
  const [marks, setMarks] = useState<readonly SectionMark[]>([]);
  const add = useCallback<Add>((mark) => {
    setMarks((before) => [...before, mark].toSorted(byPlace));
    return () => setMarks((before) => before.filter(({ id }) => id !== mark.id));
  }, []);
  return (
    <AddContext value={add}>
      <MarksContext value={marks}>{children}</MarksContext>
    </AddContext>
  );
}

/** Sections may appear and disappear with the input; the list keeps document order. */
function byPlace(one: SectionMark, other: SectionMark): number {
  const [here, there] = [document.getElementById(one.id), document.getElementById(other.id)];
  if (!here || !there) return 0;
  return here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}

interface SectionProps {
  title: PlainKey;
  /** Text below the title. */
  text?: PlainKey;
  children: ReactNode;
}

export function Section({ title, text, children }: SectionProps) {
  const t = useT();
  const id = useId();
  const add = useContext(AddContext);
  const isRead = useFormContext().schema === null;
  useEffect(() => add({ id, title }), [id, title]);
  const Rows = isRead ? 'dl' : 'div';
  return (
    <section className="form-section" id={id} aria-label={t(title)}>
      <h2>{t(title)}</h2>
      {text && <p className="form-section-text">{t(text)}</p>}
      <Rows className="form-rows">{children}</Rows>
    </section>
  );
}
