import { boxTokenIn } from '@kuwei/contract/wms/place';
import type { PackLine } from '@kuwei/contract/wms/inventory';
import { Button } from 'antd';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { CountingLine } from './CountingLine.tsx';
import { isOpen, mapLastValues, type Counting } from './counting/counting.ts';
import { FoundDialog } from './counting/parts.ts';
import { FoundGoodsList } from './FoundGoodsList.tsx';
import { ScanBar } from './ScanBar.tsx';
import type { PlaceToCount } from './place-to-count.ts';

interface CountingBoxProps {
  counting: Counting;
  place: PlaceToCount;
  places: readonly PlaceToCount[];
  /** The next box with open lines. */
  next: PlaceToCount | null;
  onGo: (place: PlaceToCount) => void;
}

/** One box: its lines, and goods found in it that no line lists. */
export function CountingBox({ counting, place, places, next, onGo }: CountingBoxProps) {
  const t = useT();
  const root = useRef<HTMLElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const values = counting.use((state) => state.values);
  const lastValues = useMemo(() => mapLastValues(values), [values]);
  const { lines, notTaken } = place;
  const left = lines.filter((line) => isOpen(line, lastValues));
  const focus = (line: PackLine | undefined): void => {
    const at = line && root.current?.querySelector<HTMLInputElement>(`[data-line="${line.id}"] input`);
    at?.focus();
    at?.select();
  };
  /** Handles a scan: another box, or goods in this one. @returns an error message for anything else */
  const handleScan = (text: string): string | null => {
    const token = boxTokenIn(text);
    const code = text.trim().toUpperCase();
    const meant = places.find((each) => (token === null ? each.code.toUpperCase() === code : each.qr === token));
    if (meant) {
      onGo(meant);
      return null;
    }
    if (token !== null || /-R\d+-B\d+$/.test(code)) return t('count.scan.notHere', { code: token === null ? code : text.trim() });
    const line = left.find(({ productCode }) => productCode.toUpperCase() === code);
    if (!line) return t('count.scan.noLine', { code });
    focus(line);
    return null;
  };
  const goOn = (from: PackLine): void =>
    focus(left.find(({ lineNo, id }) => lineNo > from.lineNo && id !== from.id) ?? left.find(({ id }) => id !== from.id));
  return (
    <section className="counting-box" aria-label={place.code} ref={root}>
      <ScanBar onScan={(text) => setWrong(handleScan(text))} wrong={wrong} />
      <h2>
        <span className="kw-code">{place.code}</span>
        {lines.length > 0 && (
          <span className={left.length + notTaken > 0 ? 'counting-left' : 'counting-done'}>
            {left.length > 0 && t('count.hereLeft', { count: left.length })}
            {left.length === 0 && (notTaken > 0 ? t('count.notTaken', { count: notTaken }) : t('count.hereDone'))}
          </span>
        )}
      </h2>
      {lines.length === 0 && <p className="counting-empty">{t('count.hereEmpty')}</p>}
      <ul className="counting-lines">
        {lines.map((line) => (
          <CountingLine
            key={line.id}
            line={line}
            value={lastValues.get(line.id) ?? null}
            counting={counting}
            onScan={handleScan}
            onDone={() => goOn(line)}
          />
        ))}
        <FoundGoodsList counting={counting} place={place} places={places} />
      </ul>
      <div className="counting-bar">
        <Button onClick={() => setIsAdding(true)}>{t('count.addFound')}</Button>
        {next && (
          <Button type={left.length === 0 ? 'primary' : 'default'} onClick={() => onGo(next)}>
            {t('count.nextBox', { code: next.code })}
          </Button>
        )}
      </div>
      <Suspense>
        {isAdding && <FoundDialog counting={counting} place={place} places={places} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </section>
  );
}
