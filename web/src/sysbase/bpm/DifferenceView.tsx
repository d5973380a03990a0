// Differences from another version or from the shipped definition: as text and as diagrams.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { differencesOf, type Difference } from '@kuwei/contract/bpm/difference';
import type { ReplyOf } from '@kuwei/contract/route';
import { Skeleton } from 'antd';
import { Suspense, useMemo } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import type { PictureMark } from '../../ui/flow/FlowPicture.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { DesignContext, drawable, useDesign, usernamesIn } from './design.ts';
import { Differences } from './Differences.tsx';
import type { WorkingCopy } from './use-working-copy.ts';
import { useDesignFormatters } from './words.ts';
import './design.css';

const FlowPicture = lazyPart(async () => (await import('../../ui/flow/FlowPicture.tsx')).FlowPicture);

/** @param changes the kinds visible in the diagram of one side */
const marksOf = (differences: readonly Difference[], changes: readonly Difference['change'][]): PictureMark[] =>
  differences
    .filter(({ change }) => changes.includes(change))
    .map((difference) => ({
      id: 'node' in difference ? difference.node.id : difference.way.id,
      look: difference.change,
      word: t(`design.difference.${difference.change}`),
    }));

type Definition = ReplyOf<(typeof definitionRoutes)['getDefinition']>;
type Kinds = ReplyOf<(typeof definitionRoutes)['listDefinitionKinds']>;
const SHIPPED = 'shipped';

interface DifferenceViewProps {
  definition: Definition;
  working: WorkingCopy;
  kinds: Kinds;
}

export function DifferenceView({ definition, working, kinds }: DifferenceViewProps) {
  const tr = useT();
  const { query, setQuery } = usePage();
  const { kind, ...design } = useDesign();
  const { data: rows } = usePageQuery(definitionRoutes.listDefinitions, undefined);
  const others = rows?.filter(({ id, key }) => key === kind.key && id !== definition.id) ?? [];
  const wanted = query.get('against');
  const inForce = others.find(({ state }) => state === 'PUBLISHED');
  const against = wanted ?? inForce?.id ?? SHIPPED;
  const stored = usePageQuery(
    definitionRoutes.getDefinition,
    { params: { id: against } },
    { enabled: rows !== undefined && against !== SHIPPED, keepPrevious: true },
  );
  const shipped = usePageQuery(
    definitionRoutes.getShippedDefinition,
    { params: { key: kind.key } },
    { enabled: against === SHIPPED },
  );
  const other = against === SHIPPED ? shipped : stored;
  const before = other.data?.graph ?? null;
  const after = working.graph;
  const words = useDesignFormatters(kinds, kind, [...usernamesIn(before), ...usernamesIn(after)]);
  const differences = useMemo(() => (before && after ? differencesOf(before, after) : null), [before, after]);
  return (
    <DesignContext value={{ kind, ...design, words }}>
      <div className="flow-compared">
        <label className="flow-label">
          <span>{tr('design.difference.against')}</span>
          <select className="kw-field" value={against} onChange={({ target }) => setQuery({ against: target.value })}>
            <option value={SHIPPED}>{tr('design.difference.shipped')}</option>
            {others.map(({ id, version, name, state, note }) => (
              <option key={id} value={id}>
                {[
                  version === null ? tr('design.draftTitle', { name }) : tr('design.inForce.version', { version }),
                  state === 'PUBLISHED' ? tr('design.inForce') : note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </option>
            ))}
          </select>
        </label>
        {other.error && !other.data && (
          <LoadFailed error={other.error} busy={other.isFetching} onRetry={() => void other.refetch()} />
        )}
        {!differences && !other.error && <Skeleton active />}
        {differences?.length === 0 && <p>{tr('design.difference.none')}</p>}
        {differences && before && after && <Differences differences={differences} before={before} after={after} />}
        {differences && before && after && other.data && (
          <Suspense fallback={<Skeleton active />}>
            <div className="flow-both">
              <section>
                <h3>{tr('design.difference.before')}</h3>
                <FlowPicture
                  label={tr('design.difference.before')}
                  xml={drawable(other.data.xml, before)}
                  marks={marksOf(differences, ['REMOVED', 'CHANGED'])}
                />
              </section>
              <section>
                <h3>{tr('design.difference.after')}</h3>
                <FlowPicture
                  label={tr('design.difference.after')}
                  xml={drawable(working.xml, after)}
                  marks={marksOf(differences, ['ADDED', 'CHANGED'])}
                />
              </section>
            </div>
          </Suspense>
        )}
      </div>
    </DesignContext>
  );
}
