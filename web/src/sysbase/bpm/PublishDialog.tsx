// Publishing: differences from the version in force, and a comment.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { differencesOf } from '@kuwei/contract/bpm/difference';
import type { Graph } from '@kuwei/contract/bpm/graph';
import type { ReplyOf } from '@kuwei/contract/route';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Differences } from './Differences.tsx';

interface PublishDialogProps {
  definition: ReplyOf<(typeof definitionRoutes)['getDefinition']>;
  rev: number;
  graph: Graph | null;
  onDone: (version: number) => void;
  onClose: () => void;
}

export function PublishDialog({ definition, rev, graph, onDone, onClose }: PublishDialogProps) {
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
  if (!rows) return null;
  const differences = before?.graph && graph ? differencesOf(before.graph, graph) : null;
  return (
    <ActionDialog
      route={definitionRoutes.publishDefinition}
      params={{ id }}
      fixed={{ rev, over: inForce?.id ?? null }}
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
        </>
      }
      onDone={({ version }) => onDone(version)}
      onClose={onClose}
    >
      <AreaField name="note" label="design.note" hint={t('design.note.hint')} />
    </ActionDialog>
  );
}
