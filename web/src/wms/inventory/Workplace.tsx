// The boxes of a count, the current one, and unsent values. Used by the console and by the offline screen.
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { StoredCount } from '../../session/device-counts.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { BoxStrip } from './BoxStrip.tsx';
import { isOpen, mapLastValues, type Counting } from './counting/counting.ts';
import { isFinal, isNotTaken } from './counting/count-store.ts';
import type { WorkerState } from './counting/worker.ts';
import { CountingBox } from './CountingBox.tsx';
import { ClosedCount } from './ClosedCount.tsx';
import { Delivery } from './Delivery.tsx';
import type { PlaceToCount } from './place-to-count.ts';
import './counting.css';

interface WorkplaceProps {
  counting: Counting;
  kept: StoredCount;
  worker: WorkerState;
  actions: ReactNode;
}

export function Workplace({ counting, kept, worker, actions }: WorkplaceProps) {
  const t = useT();
  const { query, setQuery } = usePage();
  const { lines, values } = counting.use();
  const { no } = kept.count;
  const lastValues = useMemo(() => mapLastValues(values), [values]);
  const places = useMemo(
    () =>
      kept.boxes.map((box): PlaceToCount => {
        const own = lines.get(box.id) ?? [];
        const notTaken = values.filter((value) => value.boxId === box.id && isNotTaken(value)).length;
        return { ...box, lines: own, open: own.filter((line) => isOpen(line, lastValues)).length, notTaken };
      }),
    [kept.boxes, lines, values, lastValues],
  );
  const open = places.filter((place) => place.open > 0);
  // A finished box stays current until the user moves on.
  const [first] = useState(open[0]?.id);
  const at = Math.max(
    0,
    places.findIndex(({ id }) => id === (query.get('box') ?? first)),
  );
  const place = places[at];
  const go = (to: PlaceToCount): void => setQuery({ box: to.id });
  const root = useRef<HTMLDivElement>(null);
  const goal = useRef<string | null>(null);
  const showNotTaken = (): void => {
    const shown = root.current?.querySelector('.counting-conflict');
    shown?.scrollIntoView({ block: 'center' });
    shown?.querySelector('button')?.focus({ preventScroll: true });
  };
  const goToNotTaken = (to: PlaceToCount): void => {
    if (to.id === place?.id) return showNotTaken();
    goal.current = to.id;
    go(to);
  };
  useEffect(() => {
    if (goal.current === null || goal.current !== place?.id) return;
    goal.current = null;
    showNotTaken();
  }, [place?.id]);
  // Onwards along the route, then back to skipped boxes.
  const next = [...places.slice(at + 1), ...places.slice(0, at)].find((each) => each.open > 0) ?? null;
  const left = open.reduce((sum, each) => sum + each.open, 0);
  const notTaken = places.reduce((sum, each) => sum + each.notTaken, 0);
  if (isFinal(kept))
    return (
      <div className="counting">
        <PageHead name={no} title={t('count.counting', { no })} actions={actions} />
        <ClosedCount counting={counting} kept={kept} />
      </div>
    );
  return (
    <div className="counting" ref={root}>
      <PageHead
        name={no}
        title={t('count.counting', { no })}
        count={
          <span role="status" className={left + notTaken > 0 ? 'counting-left' : ''}>
            {left > 0 && t('count.left', { lines: left, boxes: open.length })}
            {left === 0 && (notTaken > 0 ? t('count.notTaken', { count: notTaken }) : t('count.leftNone'))}
          </span>
        }
        actions={actions}
      />
      <Delivery counting={counting} kept={kept} worker={worker} places={places} onGo={goToNotTaken} />
      {place && (
        <div className="counting-columns">
          <BoxStrip places={places} at={place.id} onGo={go} />
          <CountingBox key={place.id} counting={counting} place={place} places={places} next={next} onGo={go} />
        </div>
      )}
    </div>
  );
}
