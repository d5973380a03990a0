// The places of a warehouse as a picture, coloured by fill level, owner, shelf life or hazard.
import { pictureRoutes, type Picture } from '@kuwei/contract/wms/picture';
import { Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { say, useT } from '../../../phrase/phrases.ts';
import { SearchField } from '../../../table/SearchField.tsx';
import { today } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Parts } from '../../../ui/Parts.tsx';
import { BoxCard } from './BoxCard.tsx';
import { classifyBoxes, VIEWS, type View } from './classes.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { Legend } from './Legend.tsx';
import { PictureCanvas } from './PictureCanvas.tsx';
import './picture.css';

interface PlacePictureProps {
  /** Link of a box. */
  hrefOf: (boxId: string) => string;
}

export function PlacePicture({ hrefOf }: PlacePictureProps) {
  const t = useT();
  const { query } = usePage();
  const wanted = query.get('warehouseId') ?? undefined;
  const { data, error, refetch, isFetching } = usePageQuery(
    pictureRoutes.getPicture,
    { query: { ...(wanted !== undefined && { warehouseId: wanted }) } },
    { keepPrevious: true },
  );
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Loading />;
  if (data.warehouseId === null) return <p className="picture-none">{t('picture.none')}</p>;
  return <Shown key={data.warehouseId} picture={data} warehouseId={data.warehouseId} hrefOf={hrefOf} />;
}

function Shown({ picture, warehouseId, hrefOf }: { picture: Picture; warehouseId: string } & PlacePictureProps) {
  const t = useT();
  const { query, setQuery } = usePage();
  const views = picture.whole ? VIEWS : VIEWS.filter((view) => view !== 'fullness' && view !== 'owner');
  const view = views.find((one) => one === query.get('colour')) ?? views[0];
  const q = query.get('q') ?? '';
  const classes = useMemo(() => classifyBoxes(picture, view, today()), [picture, view]);
  const [picked, setPicked] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const found = useFound(picture, warehouseId, q);
  const ofClass = classes.classes.findIndex(({ key }) => key === picked);
  const lit = useMemo(() => litBoxes(classes.of, ofClass, found), [classes, ofClass, found]);
  const at = chosenId === null ? -1 : picture.boxes.id.indexOf(chosenId);
  const chosen = at < 0 ? null : at;
  return (
    <div className="picture">
      <div className="picture-tools">
        <WarehouseSelect picture={picture} warehouseId={warehouseId} />
        <SearchField hint={t('picture.search')} value={q} onSearch={(text) => setQuery({ q: text === '' ? null : text })} />
        <ColourBy views={views} view={view} onChange={(colour) => setQuery({ colour: colour === views[0] ? null : colour })} />
      </div>
      <p className="picture-status" role="status">
        {q !== '' && found && t('picture.found', { count: found.size })}
        {q !== '' && found?.size === 0 && (
          <Elsewhere warehouses={picture.warehouses.filter(({ id }) => id !== warehouseId)} q={q} />
        )}
        {picture.more && t('picture.more', { count: picture.boxes.id.length })}
      </p>
      <PictureCanvas
        picture={picture}
        view={view}
        classes={classes}
        lit={lit}
        found={found}
        chosen={chosen}
        onChoose={(box) => setChosenId(box === null ? null : picture.boxes.id[box]!)}
        hrefOf={(box) => hrefOf(picture.boxes.id[box]!)}
      />
      <Legend classes={classes} picked={picked} onPick={(key) => setPicked((now) => (now === key ? null : key))} />
      {chosen !== null && (
        <BoxCard picture={picture} box={chosen} href={hrefOf(picture.boxes.id[chosen]!)} onClose={() => setChosenId(null)} />
      )}
    </div>
  );
}

/** The search hits within the selected legend class; null: everything. */
function litBoxes(of: Uint8Array, picked: number, found: ReadonlySet<number> | null): ReadonlySet<number> | null {
  if (picked < 0) return found;
  const ofClass = new Set<number>();
  for (const [box, one] of of.entries()) if (one === picked && (found === null || found.has(box))) ofClass.add(box);
  return ofClass;
}

/** Indices of the boxes that match the search; null without a search or while loading. */
function useFound(picture: Picture, warehouseId: string, q: string): ReadonlySet<number> | null {
  const { data } = usePageQuery(pictureRoutes.findInPicture, { query: { warehouseId, q } }, { enabled: q !== '' });
  return useMemo(() => {
    if (q === '' || !data) return null;
    const places = new Map(picture.boxes.id.map((id, at) => [id, at]));
    return new Set(data.ids.flatMap((id) => places.get(id) ?? []));
  }, [data, q, picture]);
}

function WarehouseSelect({ picture: { warehouses }, warehouseId }: { picture: Picture; warehouseId: string }) {
  const t = useT();
  const { setQuery } = usePage();
  // Grouped by campus.
  const options = [...Map.groupBy(warehouses, ({ campus }) => campus ?? '')].map(([campus, houses]) => ({
    label: campus === '' ? t('picture.noCampus') : campus,
    options: houses.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
  }));
  return (
    <Select
      className="picture-warehouse"
      aria-label={t('wms.warehouse')}
      showSearch={{ optionFilterProp: 'label' }}
      value={warehouseId}
      options={options}
      onChange={(to) => setQuery({ warehouseId: to, q: null })}
    />
  );
}

function ColourBy({ views, view, onChange }: { views: readonly View[]; view: View; onChange: (to: View) => void }): ReactNode {
  const t = useT();
  return (
    <Parts
      label={t('picture.colourBy')}
      options={views.map((value) => ({ value, label: say(`picture.view.${value}`) }))}
      value={view}
      onChange={onChange}
    />
  );
}
