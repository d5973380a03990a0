import { countRoutes, type CountExtent } from '@kuwei/contract/wms/inventory';
import { Form } from 'antd';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { CountLink } from '../goods/CountHold.tsx';
import './extent-preview.css';

const LISTS = ['containerIds', 'boxIds', 'orgIds', 'productIds', 'categoryIds', 'controlFlags', 'abc'] as const;
/** The required field of each scope. */
const NEEDS: Partial<Record<CountExtent['scope'], keyof CountExtent>> = {
  CONTAINER: 'containerIds',
  BOX: 'boxIds',
  OWNER: 'orgIds',
  PRODUCT: 'productIds',
  CATEGORY: 'categoryIds',
  CONTROL: 'controlFlags',
  ABC: 'abc',
  RANDOM: 'sample',
  DIFFERENCES: 'recountOf',
};

/** Previews the size of a count before it is published. */
export function ExtentPreview() {
  const t = useT();
  const form = Form.useFormInstance();
  const values = Form.useWatch((all: Partial<CountExtent>) => all, { form, preserve: true }) as Partial<CountExtent> | undefined;
  const extent = values && extentOf(values);
  const { data } = usePageQuery(
    countRoutes.previewCount,
    { body: extent ?? ({} as CountExtent) },
    { enabled: extent !== null && extent !== undefined, keepPrevious: true },
  );
  if (!extent || !data) return null;
  const { boxes, lines, twoCounters, inCount, taken } = data;
  return (
    <div className="extent-preview" role="status">
      {boxes === 0
        ? t('count.previewNone')
        : t('count.preview', { boxes: grouped(String(boxes)), lines: grouped(String(lines)) })}{' '}
      {twoCounters > 0 && t('count.previewTwo', { count: twoCounters })}
      {taken !== null && (
        <p className="extent-taken">
          {t('count.previewTaken', { count: inCount })} <CountLink {...taken} />
        </p>
      )}
    </div>
  );
}

/** The scope entered in the form; null while incomplete. */
function extentOf(values: Partial<CountExtent>): CountExtent | null {
  const { warehouseId, scope } = values;
  if (!warehouseId || !scope) return null;
  const need = NEEDS[scope];
  const given = need === undefined ? true : values[need];
  if (!given || (Array.isArray(given) && given.length === 0) || (need === 'sample' && !Number.isInteger(Number(given))))
    return null;
  const lists = Object.fromEntries(LISTS.map((name) => [name, need === name ? (values[name] ?? []) : []]));
  return {
    warehouseId,
    scope,
    ...(lists as Pick<CountExtent, (typeof LISTS)[number]>),
    sample: need === 'sample' ? Number(values.sample) : null,
    recountOf: need === 'recountOf' ? (values.recountOf ?? null) : null,
  };
}
