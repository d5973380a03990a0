// Publishing: differences from the version in force, and a comment.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { differencesOf } from '@kuwei/contract/bpm/difference';
import type { Graph } from '@kuwei/contract/bpm/graph';
import type { ReplyOf } from '@kuwei/contract/route';
import { useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Differences } from './Differences.tsx';
import '../../ui/field.css';
import './design.css';
import './trial.css';

interface PublishDialogProps {
  definition: ReplyOf<(typeof definitionRoutes)['getDefinition']>;
  rev: number;
  /** As saved. */
  xml: string;
  graph: Graph | null;
  onDone: (version: number) => void;
  onClose: () => void;
}

export function PublishDialog({ definition, rev, xml, graph, onDone, onClose }: PublishDialogProps) {
  const t = useT();
  const { id, key, name } = definition;
  const { data: rows } = usePageQuery(definitionRoutes.listDefinitions, undefined, { staleTime: 0 });
  const inForce = rows?.find((row) => row.key === key && row.state === 'PUBLISHED');
  const running = rows?.filter((row) => row.key === key).reduce((sum, row) => sum + row.running, 0) ?? 0;
  const { data: before } = usePageQuery(
    definitionRoutes.getDefinition,
    { params: { id: inForce?.id ?? '' } },
    { enabled: inForce !== undefined },
  );
  // People may have come or gone since the designer was opened.
  const { data: looked, isFetching } = usePageQuery(definitionRoutes.checkDefinition, { body: { key, xml } }, { staleTime: 0 });
  const [isConfirmed, setConfirmed] = useState(false);
  if (!rows || !looked) return null;
  const { warnings } = looked;
  const confirmed = isConfirmed ? [...new Set(warnings.map(({ element }) => element))] : [];
  const differences = before?.graph && graph ? differencesOf(before.graph, graph) : null;
  return (
    <ActionDialog
      route={definitionRoutes.publishDefinition}
      params={{ id }}
      fixed={{ rev, over: inForce?.id ?? null, confirmed }}
      refused={isFetching || (warnings.length > 0 && !isConfirmed)}
      title={t('design.publish.title', { name })}
      yes={t('design.publish')}
      width={640}
      guarded
      changes={['/sys/bpm']}
      text={
        <>
          <p>{running > 0 ? t('design.publish.text', { count: running }) : t('design.publish.first')}</p>
          {differences?.length === 0 && <p>{t('design.publish.same')}</p>}
          {differences && differences.length > 0 && (
            <>
              <p>{t('design.publish.differences', { version: inForce?.version ?? 0 })}</p>
              <Differences differences={differences} before={before!.graph!} after={graph!} />
            </>
          )}
          {warnings.length > 0 && (
            <div className="flow-warnings">
              <p>{t('design.warnings.ask')}</p>
              <ul>
                {warnings.map(({ element, message }) => (
                  <li key={`${element} ${message}`}>{message}</li>
                ))}
              </ul>
              <label className="trial-check">
                <input
                  type="checkbox"
                  className="kw-check"
                  checked={isConfirmed}
                  onChange={({ target }) => setConfirmed(target.checked)}
                />
                {t('design.warnings.confirm')}
              </label>
            </div>
          )}
        </>
      }
      onDone={({ version }) => onDone(version)}
      onClose={onClose}
    >
      <AreaField name="note" label="design.note" hint={t('design.note.hint')} />
    </ActionDialog>
  );
}
