import { pictureRoutes, type Picture } from '@kuwei/contract/wms/picture';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';

type Warehouse = Picture['warehouses'][number];

/** Most warehouses that are searched; a university has a handful. */
const MOST = 12;

/** Hits of a search in the other warehouses, each with a way there. */
export function Elsewhere({ warehouses, q }: { warehouses: readonly Warehouse[]; q: string }) {
  return warehouses.slice(0, MOST).map((warehouse) => <Hits key={warehouse.id} warehouse={warehouse} q={q} />);
}

function Hits({ warehouse: { id, name }, q }: { warehouse: Warehouse; q: string }) {
  const t = useT();
  const { setQuery } = usePage();
  const { data } = usePageQuery(pictureRoutes.findInPicture, { query: { warehouseId: id, q } });
  if (!data || data.ids.length === 0) return null;
  return (
    <button type="button" className="kw-plain kw-link" onClick={() => setQuery({ warehouseId: id, q })}>
      {t('picture.elsewhere', { name, count: data.ids.length })}
    </button>
  );
}
