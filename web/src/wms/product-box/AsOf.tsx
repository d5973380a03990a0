// Shows the list as of a past moment.
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined';
import { useState, type ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { DayInput } from '../../ui/day/DayInput.tsx';
import { exactMoment, isoOfMinute, localMinute, today } from '../../ui/format.ts';
import { PopPanel, type TriggerProps } from '../../ui/PopPanel.tsx';
import './as-of.css';

/** Query parameters that do not apply to the past, or whose rows differ there. */
const RESET_QUERY = { frozen: null, available: null, sort: null, page: null, show: null };

/** @returns switches the list to a moment, or back to now */
function useSetAsOf(): (asOf: Date | null) => void {
  const { setQuery } = usePage();
  return (asOf) => setQuery({ ...RESET_QUERY, asOf: asOf?.toISOString() ?? null });
}

export function AsOfButton() {
  const t = useT();
  return (
    <MomentPanel
      first={startOf('day')}
      trigger={(props) => (
        <button {...props} className="kw-button">
          <HistoryOutlined aria-hidden="true" />
          {t('stock.asOfOpen')}
        </button>
      )}
    />
  );
}

/** States that the past is shown, with a link back. */
export function AsOfBar({ asOf }: { asOf: string }) {
  const t = useT();
  const setAsOf = useSetAsOf();
  return (
    <div className="as-of" role="status">
      <HistoryOutlined aria-hidden="true" />
      <MomentPanel
        first={new Date(asOf)}
        trigger={(props) => (
          <button {...props} className="kw-plain as-of-moment">
            {t('stock.asOfBar', { time: exactMoment(asOf).slice(0, -3) })}
          </button>
        )}
      />
      <span className="as-of-text">{t('stock.asOfText')}</span>
      <button type="button" className="kw-plain kw-link as-of-back" onClick={() => setAsOf(null)}>
        {t('stock.asOfNow')}
      </button>
    </div>
  );
}

interface MomentPanelProps {
  first: Date;
  trigger: (props: TriggerProps) => ReactNode;
}

function MomentPanel({ first, trigger }: MomentPanelProps) {
  const t = useT();
  const setAsOf = useSetAsOf();
  return (
    <PopPanel label={t('stock.asOf')} trigger={trigger}>
      {(close) => (
        <MomentForm
          first={first}
          onChoose={(moment) => {
            setAsOf(moment);
            close();
          }}
        />
      )}
    </PopPanel>
  );
}

function MomentForm({ first, onChoose }: { first: Date; onChoose: (moment: Date) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(() => localMinute(first.toISOString()));
  const moment = new Date(isoOfMinute(typed));
  // Only the years that the server accepts: skips half-typed ones.
  const isPast = moment.getTime() <= Date.now() && moment.getFullYear() >= 1900;
  return (
    <form
      className="as-of-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPast) onChoose(moment);
      }}
    >
      <label className="as-of-field">
        <span>{t('stock.asOfMoment')}</span>
        <DayInput time value={typed} max={today()} onChange={setTyped} />
      </label>
      <div className="as-of-presets">
        {(['day', 'month', 'year'] as const).map((span) => (
          <button key={span} type="button" className="kw-plain kw-link" onClick={() => onChoose(startOf(span))}>
            {t(span === 'day' ? 'stock.asOfToday' : span === 'month' ? 'stock.asOfMonth' : 'stock.asOfYear')}
          </button>
        ))}
      </div>
      {!isPast && (
        <p className="as-of-fault" role="alert">
          {t('stock.asOfFuture')}
        </p>
      )}
      <button type="submit" className="kw-button primary" disabled={!isPast}>
        {t('stock.asOfShow')}
      </button>
    </form>
  );
}

/** The first moment of this day, month or year. */
function startOf(span: 'day' | 'month' | 'year'): Date {
  const now = new Date();
  return new Date(now.getFullYear(), span === 'year' ? 0 : now.getMonth(), span === 'day' ? now.getDate() : 1);
}
