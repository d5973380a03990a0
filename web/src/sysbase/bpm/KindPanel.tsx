// One workflow: the version in force, drafts and past versions, with their actions.
import { definitionRoutes, XML_MAX, type DefinitionKind, type DefinitionRow } from '@kuwei/contract/bpm/definition';
import { Button } from 'antd';
import { useRef } from 'react';
import { ApiError } from '../../api/error.ts';
import { history } from '../../browser/history.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageCall, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ask, noticeDone, noticeRefused } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { flowLooks } from './looks.ts';

const CHANGES = ['/sys/bpm/definition'];

interface KindPanelProps {
  kind: DefinitionKind;
  rows: readonly DefinitionRow[];
}

export function KindPanel({ kind, rows }: KindPanelProps) {
  const t = useT();
  const { path } = usePage();
  const inForce = rows.find(({ state }) => state === 'PUBLISHED');
  const drafts = rows.filter(({ state }) => state === 'DRAFT');
  const versions = rows.filter(({ state }) => state !== 'DRAFT');
  const running = rows.reduce((sum, row) => sum + row.running, 0);
  const actions = useFlowActions(kind.key);
  return (
    <div className="flow-panel">
      <section>
        <h2>{kind.name}</h2>
        <p>
          {inForce ? <InForce row={inForce} /> : t('design.noneInForce')}
          {' · '}
          {running > 0 ? t('design.running', { count: running }) : t('design.runningNone')}
        </p>
        <div className="flow-tools">
          {inForce && (
            <PageLink className="kw-button" to={`${path}/edit?id=${inForce.id}`}>
              {t('design.open')}
            </PageLink>
          )}
          {actions.mayDraw && (
            <>
              <Button type="primary" onClick={() => actions.draw(inForce?.id ?? null)}>
                {t('design.newDraft')}
              </Button>
              <ImportButton kind={kind} />
              {inForce && !inForce.shipped && <Button onClick={() => actions.draw(null)}>{t('design.restore')}</Button>}
            </>
          )}
          {inForce && !inForce.shipped && (
            <PageLink className="kw-button" to={`${path}/edit?id=${inForce.id}&view=difference&against=shipped`}>
              {t('design.compareShipped')}
            </PageLink>
          )}
        </div>
      </section>
      <section aria-label={t('design.drafts')}>
        <h3>{t('design.drafts')}</h3>
        {drafts.length === 0 && <p className="flow-hint">{t('design.drafts.none')}</p>}
        {drafts.map((row) => (
          <Draft key={row.id} row={row} actions={actions} />
        ))}
      </section>
      {versions.length > 0 && (
        <section aria-label={t('design.versions')}>
          <h3>{t('design.versions')}</h3>
          <Versions rows={versions} actions={actions} />
        </section>
      )}
    </div>
  );
}

function InForce({ row }: { row: DefinitionRow }) {
  const t = useT();
  return (
    <>
      {t('design.inForce.version', { version: row.version ?? 0 })}
      {' · '}
      {row.publishedBy === null ? t('design.byProduct') : t('design.by', { name: row.publishedBy })}{' '}
      {row.publishedBy !== null && row.publishedAt !== null && <When at={row.publishedAt} />}
      {' · '}
      {row.shipped ? t('design.sameAsShipped') : t('design.otherThanShipped')}
    </>
  );
}

type Actions = ReturnType<typeof useFlowActions>;

function useFlowActions(key: string) {
  const t = useT();
  const { path } = usePage();
  const mayCall = useMayCall();
  const call = usePageCall();
  const create = usePageWrite(definitionRoutes.createDefinition, { changes: CHANGES });
  const remove = usePageWrite(definitionRoutes.deleteDefinition, { changes: CHANGES });
  return {
    mayDraw: mayCall(definitionRoutes.createDefinition),
    /** @param from null for the shipped definition */
    draw: (from: string | null): void => {
      void (async () => {
        const { id } = await create.mutateAsync({ body: { key, from } });
        if (from === null) noticeDone(t('design.restored'));
        history.push(`${path}/edit?id=${id}`);
      })();
    },
    remove: (row: DefinitionRow): void => {
      void (async () => {
        const title =
          row.version === null
            ? t('design.deleteDraft', { name: row.name })
            : t('design.deleteVersion', { version: row.version });
        if (!(await ask({ title, text: t('design.deleteText'), yes: t('common.delete'), no: t('common.cancel'), danger: true })))
          return;
        await remove.mutateAsync({ params: { id: row.id } });
        noticeDone(t('design.deleted'));
      })();
    },
    exported: (row: DefinitionRow): void => {
      void (async () => {
        const { xml } = await call(definitionRoutes.getDefinition, { params: { id: row.id } });
        saveFile(
          new Blob([xml], { type: 'application/xml' }),
          `${row.key}${row.version === null ? '' : `-v${row.version}`}.bpmn`,
        );
      })();
    },
  };
}

function Draft({ row, actions }: { row: DefinitionRow; actions: Actions }) {
  const t = useT();
  const { path } = usePage();
  return (
    <div className="flow-draft">
      <div>
        <PageLink className="kw-link" to={`${path}/edit?id=${row.id}`}>
          {t('design.draftTitle', { name: row.name })}
        </PageLink>
        <small>
          {[row.note, row.updatedBy].filter(Boolean).join(' · ')} · <When at={row.updatedAt} />
        </small>
      </div>
      <div className="flow-tools">
        {actions.mayDraw && (
          <>
            <Button size="small" onClick={() => actions.draw(row.id)}>
              {t('common.copy')}
            </Button>
            <Button size="small" danger onClick={() => actions.remove(row)}>
              {t('design.delete')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function Versions({ rows, actions }: { rows: readonly DefinitionRow[]; actions: Actions }) {
  const t = useT();
  const { path } = usePage();
  return (
    <div className="trial-scroll">
      <table className="flow-table">
        <thead>
          <tr>
            <th>{t('design.version')}</th>
            <th>{t('design.state')}</th>
            <th>{t('design.note')}</th>
            <th>{t('design.published')}</th>
            <th className="end">{t('design.used')}</th>
            <th>{t('design.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <PageLink className="kw-link" to={`${path}/edit?id=${row.id}`}>
                  {t('design.inForce.version', { version: row.version ?? 0 })}
                </PageLink>
              </td>
              <td>
                <StateTag look={flowLooks[row.state]} />
              </td>
              <td>{row.note ?? (row.publishedBy === null ? t('design.byProduct') : '')}</td>
              <td>
                {row.publishedBy ?? ''} {row.publishedAt !== null && <When at={row.publishedAt} />}
              </td>
              <td className="end">{row.running}</td>
              <td>
                <div className="flow-tools">
                  {actions.mayDraw && (
                    <Button size="small" onClick={() => actions.draw(row.id)}>
                      {t('design.newFrom')}
                    </Button>
                  )}
                  <Button size="small" onClick={() => actions.exported(row)}>
                    {t('design.export')}
                  </Button>
                  {actions.mayDraw && row.state !== 'PUBLISHED' && !row.used && (
                    <Button size="small" danger onClick={() => actions.remove(row)}>
                      {t('design.delete')}
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ImportButton({ kind }: { kind: DefinitionKind }) {
  const t = useT();
  const { path } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const create = usePageWrite(definitionRoutes.createDefinition, { changes: CHANGES });
  const take = async (file: File): Promise<void> => {
    if (file.size > XML_MAX) return noticeRefused(t('design.tooLarge'));
    const made = await create
      .mutateAsync({ body: { key: kind.key, xml: await file.text(), file: file.name.slice(0, 200) } })
      .catch((error: unknown) => {
        // Errors are about the file as a whole, not about a field.
        if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
        noticeRefused(error.fields.map(({ message }) => message).join('\n'));
        return null;
      });
    if (made === null) return;
    noticeDone(t('design.imported'));
    history.push(`${path}/edit?id=${made.id}`);
  };
  return (
    <>
      <Button onClick={() => input.current?.click()}>{t('design.import')}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('design.import')}
        accept=".bpmn,.bpmn20.xml,.xml"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
}
