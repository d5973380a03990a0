// A user's start page: their pinned reports in sequence.
import { useState } from 'react';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { savePins, usePins, type Pin } from '../../session/pins.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PinnedReport } from './PinnedReport.tsx';
import { Views } from './Views.tsx';
import './report.css';

export default function StartPage() {
  const t = useT();
  const { prefix } = usePage();
  const all = usePins();
  const pins = all.filter(({ section }) => section === prefix);
  // Reports run one at a time per user: each starts when the previous one has loaded.
  const [come, setCome] = useState(0);
  const without = (pin: Pin): Pin[] => all.filter((each) => each !== pin);
  const move = (pin: Pin, to: Pin): void => {
    const others = without(pin);
    const at = others.indexOf(to) + (all.indexOf(pin) < all.indexOf(to) ? 1 : 0);
    savePins([...others.slice(0, at), pin, ...others.slice(at)]);
  };
  return (
    <div className="report-page">
      <PageHead title={t('result.start')} actions={<Views view="start" />} />
      {pins.length === 0 && (
        <div className="report-none">
          <p>{t('result.start.none')}</p>
          <p>
            <PageLink to={`/${prefix}/base/report`}>{t('result.start.choose')}</PageLink>
          </p>
        </div>
      )}
      <div className="report-pins">
        {pins.map((pin, at) => (
          <PinnedReport
            key={`${pin.id} ${JSON.stringify(pin.values)}`}
            pin={pin}
            isDue={at <= come}
            onCome={() => setCome((before) => Math.max(before, at + 1))}
            onUp={at > 0 ? () => move(pin, pins[at - 1]!) : null}
            onDown={at < pins.length - 1 ? () => move(pin, pins[at + 1]!) : null}
            onUnpin={() => savePins(without(pin))}
          />
        ))}
      </div>
    </div>
  );
}
