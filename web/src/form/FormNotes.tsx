// Notes of a form: restored drafts, and errors that prevent saving.
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { checkServer, useServer } from '../browser/server-up.ts';
import { useT } from '../phrase/phrases.ts';
import { useCloseDetail } from '../ui/close-detail.ts';
import { focusNextFault } from './focus-first.ts';
import type { Problem } from './use-refusals.ts';
import './form-notes.css';

/** A draft from before a reload was restored; it can be discarded. */
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
  /** Actions to resolve it. */
  children?: ReactNode;
}

/** What prevents saving, above the buttons. */
export function ProblemNote({ lost = false, ...problem }: ProblemNoteProps) {
  const plain = <PlainNote {...problem} />;
  return lost ? <LostNote title={problem.title}>{plain}</LostNote> : plain;
}

/**
 * An unreachable server is no fault of the input: says when it is back and the form can be sent again.
 * @param children shown instead while the server does answer other requests
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

function PlainNote({
  title,
  lines = [],
  requestId = null,
  isCountOnly: marked = false,
  gone = false,
  children,
}: ProblemNoteProps) {
  const t = useT();
  const back = useCloseDetail();
  // The bar has grown, and would cover the field that got the focus.
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
