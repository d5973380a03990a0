// What a form says of itself: that something typed is back, and what keeps it from being saved.
import type { ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import type { Problem } from './use-refusals.ts';
import './form-notes.css';

/** What was typed before a reload is back; it can be dropped. */
export function DraftNote({ onDrop }: { onDrop: () => void }) {
  const t = useT();
  return (
    <p className="form-note draft" role="status">
      {t('form.draftBack')}
      <button type="button" className="kw-plain kw-link" onClick={onDrop}>
        {t('form.draftDrop')}
      </button>
    </p>
  );
}

interface ProblemNoteProps extends Partial<Problem> {
  title: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What keeps the form from being saved; above its buttons. */
export function ProblemNote({ title, lines = [], requestId = null, children }: ProblemNoteProps) {
  const t = useT();
  return (
    <div className="form-note problem" role="alert">
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {requestId !== null && <span className="kw-code">{t('error.page.requestId', { id: requestId })}</span>}
      {children}
    </div>
  );
}
