// What a form says of itself: that something typed is back, and what keeps it from being saved.
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { checkServer, useServer } from '../browser/server-up.ts';
import { useT } from '../phrase/phrases.ts';
import { useCloseDetail } from '../ui/close-detail.ts';
import { focusNextFault } from './focus-first.ts';
import type { Problem } from './use-refusals.ts';
import './form-notes.css';

/** What was typed before a reload is back; it can be dropped. */
export function DraftNote({ isNew, onDrop }: { isNew: boolean; onDrop: () => void }) {
  const t = useT();
  return (
    <p className="form-note draft" role="status">
      {t('form.draftBack')}
      <button type="button" className="kw-plain kw-link" onClick={onDrop}>
        {t(isNew ? 'form.draftAnew' : 'form.draftDrop')}
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
export function ProblemNote({ lost = false, ...problem }: ProblemNoteProps) {
  const plain = <PlainNote {...problem} />;
  return lost ? <LostNote title={problem.title}>{plain}</LostNote> : plain;
}

/**
 * A server that is away is no fault of what was typed: it can be sent again when it is back, and this says when.
 * @param children what is said instead while it does answer others
 */
function LostNote({ title, children }: { title: string; children: ReactNode }) {
  const t = useT();
  const away = useServer((state) => state.away);
  const [wasAway, setWasAway] = useState(away);
  const [answers, setAnswers] = useState(false);
  useEffect(() => void checkServer().then(setAnswers), []);
  if (away && !wasAway) setWasAway(true);
  if (answers && !wasAway) return children;
  if (wasAway && !away) {
    return (
      <p className="form-note back" role="status">
        {t('form.serverBack')}
      </p>
    );
  }
  return (
    <div className="form-note lost" role="status">
      <strong>{title}</strong>
      {away && <span>{t('form.serverAway')}</span>}
    </div>
  );
}

function PlainNote({ title, lines = [], requestId = null, marked = false, gone = false, children }: ProblemNoteProps) {
  const t = useT();
  const back = useCloseDetail();
  // The bar has grown by it, over the field that the cursor was taken to.
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (at?.closest('[data-form], form') && !at.closest('.form-bar')) at.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return (
    <div className="form-note problem" role="alert">
      <strong>{title}</strong>
      {marked && (
        <button type="button" className="kw-plain kw-link" onClick={({ currentTarget }) => focusNextFault(currentTarget)}>
          {t('form.nextFault')}
        </button>
      )}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {requestId !== null && <span className="kw-code">{t('error.page.requestId', { id: requestId })}</span>}
      {gone && back && (
        <button type="button" className="kw-plain kw-link" onClick={back}>
          {t('common.toList')}
        </button>
      )}
      {children}
    </div>
  );
}
