// The selected box in words.
import type { Picture } from '@kuwei/contract/wms/picture';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import type { ReactNode } from 'react';
import { useMayCall } from '../../../page/may-call.ts';
import { usePageQuery } from '../../../page/query.ts';
import { say, useT } from '../../../phrase/phrases.ts';
import { CountHold } from '../../goods/CountHold.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';

interface BoxCardProps {
  picture: Picture;
  box: number;
  href: string;
  onClose: () => void;
}

export function BoxCard({ picture, box, href, onClose }: BoxCardProps) {
  const t = useT();
  const { boxes, owners } = picture;
  const lines = boxes.lines[box]!;
  const used = boxes.used[box] ?? null;
  const expiresOn = boxes.expiresOn[box] ?? null;
  const groups = boxes.groups[box]!;
  return (
    <section className="picture-card" aria-label={boxes.code[box]}>
      <header>
        <PageLink to={href} className="kw-link kw-code">
          {boxes.code[box]}
        </PageLink>
        <button type="button" className="kw-plain" aria-label={t('picture.close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <p className="picture-way">{boxPath(picture, box)}</p>
      <dl>
        <Fact name={t('wms.box.state')} value={<State picture={picture} box={box} />} />
        <Fact name={t('wms.box.lines')} value={lines} />
        {used !== null && <Fact name={t('box.used')} value={`${used}%`} />}
        {lines > 0 && <Fact name={t('wms.box.owners')} value={owners[boxes.owner[box]!] ?? t('picture.owner.several')} />}
        {expiresOn !== null && <Fact name={t('picture.expires')} value={expiresOn} />}
        {lines > 0 && <Fact name={t('picture.view.danger')} value={say(`picture.class.${boxes.danger[box]!}`)} />}
        {groups !== '' && <Fact name={t('wms.box.groups')} value={groups} />}
      </dl>
    </section>
  );
}

/** Fetches the lock reason on demand: a picture of thousands of boxes does not carry it. */
function State({ picture: { boxes, whole }, box }: { picture: Picture; box: number }) {
  const state = boxes.state[box]!;
  const mayAsk = useMayCall()(boxRoutes.getBox);
  const { data } = usePageQuery(
    boxRoutes.getBox,
    { params: { id: boxes.id[box]! } },
    { enabled: whole && mayAsk && state === 'LOCKED' },
  );
  if (!data) return say(`wms.box.state.${state}`);
  if (data.count !== null) return <CountHold count={data.count} />;
  return say(data.lockReason === null ? `wms.box.state.${data.state}` : `wms.box.lock.${data.lockReason}`);
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** The path from the outermost container inwards. */
function boxPath({ containers, boxes }: Picture, box: number): string {
  const byId = new Map(containers.map((container) => [container.id, container]));
  const path: string[] = [];
  let at: Picture['containers'][number] | undefined = containers[boxes.container[box]!];
  while (at) {
    path.unshift(`${at.code} ${at.name}`);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return path.join(' / ');
}

/** Screen reader text for the box under the keyboard cursor. */
export function useBoxDescription(picture: Picture): (box: number) => string {
  const t = useT();
  return (box) =>
    [
      picture.boxes.code[box]!,
      boxPath(picture, box),
      t('picture.linesOf', { count: picture.boxes.lines[box]! }),
      ...(picture.boxes.used[box] == null ? [] : [t('picture.usedOf', { percent: picture.boxes.used[box] })]),
    ].join(t('wms.place.comma'));
}
