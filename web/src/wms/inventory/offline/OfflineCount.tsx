// The counting screen without the console, for offline use. It sends nothing: as soon as the server answers, the window loads the
// current console, which does.
import { matchScreen } from '@kuwei/contract/screens';
import { Button } from 'antd';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { history } from '../../../browser/history.ts';
import { checkServer, useServer } from '../../../browser/server-up.ts';
import type { OpenPage } from '../../../navigation/resolve.ts';
import { entryOf } from '../../../navigation/screens.ts';
import { PageContext } from '../../../page/page.ts';
import { openPage } from '../../../page/pages.ts';
import { loadPhrases, locale, setDocumentLanguage, useT } from '../../../phrase/phrases.ts';
import { findOfflineCounter, openDevice, type StoredCount } from '../../../session/device-counts.ts';
import { siteTitle, restoreSite } from '../../../session/version.ts';
import { NoticeKit } from '../../../ui/NoticeKit.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { watchHandScanner } from '../../../ui/scan/hand-scanner.ts';
import { UiKit } from '../../../ui/UiKit.tsx';
import { countingAddress } from '../addresses.ts';
import { Counting } from '../counting/counting.ts';
import { fetchParts } from '../counting/parts.ts';
import { Workplace } from '../Workplace.tsx';
import './offline-count.css';

interface OfflineData {
  person: { id: string; name: string };
  counts: readonly StoredCount[];
}

export function OfflineCount() {
  const [here, setHere] = useState<OfflineData | null | undefined>(undefined);
  useEffect(() => void loadOfflineData().then(setHere), []);
  if (here === undefined) return <Loading />;
  return (
    <UiKit>
      <NoticeKit />
      <Services />
      <Screen here={here} />
    </UiKit>
  );
}

/** @returns the owner of the stored counts; null where there are none */
async function loadOfflineData(): Promise<OfflineData | null> {
  setDocumentLanguage(locale());
  await Promise.all((['first', 'pages', 'goods', 'count'] as const).map((part) => loadPhrases(locale(), part)));
  const person = await findOfflineCounter();
  if (person === null) return null;
  const device = await openDevice(person.person);
  const counts = await device.getAll('counts');
  device.close();
  restoreSite(counts.at(-1)?.site);
  document.title = siteTitle();
  return { person: { id: person.person, name: person.name }, counts };
}

/** Scanner input outside fields, and prefetching. */
function Services(): ReactNode {
  useEffect(watchHandScanner, []);
  useEffect(() => {
    fetchParts();
    void checkServer();
  }, []);
  return null;
}

function Screen({ here }: { here: OfflineData | null }) {
  const t = useT();
  const place = useSyncExternalStore(
    (changed) => history.subscribe(changed),
    () => history.place,
  );
  const away = useServer((state) => state.away);
  const [wasAway, setWasAway] = useState(false);
  const isBack = wasAway && !away;
  useEffect(() => {
    if (away) setWasAway(true);
    // Don't reload under a user who is typing.
    else if (wasAway && !isTyping()) location.reload();
  }, [away, wasAway]);
  const id = new URLSearchParams(place.search).get('id');
  const kept = here?.counts.find(({ countId }) => countId === id);
  return (
    <div className="alone">
      <header className="alone-head">
        <strong>{siteTitle()}</strong>
        <span>{here?.person.name}</span>
      </header>
      <p className="alone-bar" role="status">
        {t(isBack ? 'count.alone.back' : 'count.alone.away')}
        {isBack && (
          <Button size="small" type="primary" onClick={() => location.reload()}>
            {t('count.alone.goOn')}
          </Button>
        )}
      </p>
      <main className="alone-content">
        {here && kept ? (
          <Place key={kept.countId} here={here} countId={kept.countId} place={place} />
        ) : (
          <OtherCounts here={here} />
        )}
      </main>
    </div>
  );
}

const isTyping = (): boolean => document.activeElement instanceof HTMLInputElement && document.activeElement.value.trim() !== '';

function Place({ here, countId, place }: { here: OfflineData; countId: string; place: OpenPage['place'] }) {
  const [counting] = useState(() => new Counting(countId, here.person, null));
  useEffect(() => counting.start(), [counting]);
  const { kept } = counting.use();
  const match = matchScreen(place.pathname)!;
  const page: OpenPage = { kind: 'page', key: countId, place, match, entry: entryOf(match.screen), item: null, pageRole: null };
  // Registered as the front page like a console page: scanners and address handling rely on it.
  useEffect(() => openPage({ ...page }), [countId]);
  if (!kept) return <Loading />;
  return (
    <PageContext value={page}>
      <Workplace counting={counting} kept={kept} worker={{ screen: 'ready', persisted: null }} actions={null} />
    </PageContext>
  );
}

/** This count is not on the device: offers those that are. */
function OtherCounts({ here }: { here: OfflineData | null }) {
  const t = useT();
  const counts = here?.counts ?? [];
  return (
    <>
      <h1>{t('count.alone.none')}</h1>
      <p>{t(counts.length > 0 ? 'count.alone.others' : 'count.alone.open')}</p>
      <ul className="alone-counts">
        {counts.map(({ countId, count }) => (
          <li key={countId}>
            <a className="kw-link" href={countingAddress(countId)}>
              {count.no} · {count.warehouseName}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
