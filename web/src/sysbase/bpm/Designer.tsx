// The frame of the workflow designer: the open definition, its errors, and its views.
import { definitionRoutes, type DefinitionKind, type Sample } from '@kuwei/contract/bpm/definition';
import type { Graph } from '@kuwei/contract/bpm/graph';
import type { ReplyOf } from '@kuwei/contract/route';
import { Alert, Button } from 'antd';
import { Suspense, useEffectEvent, useMemo, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useMayCall } from '../../page/may-call.ts';
import { useActiveEffect, useDirty, usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { DesignContext, faultsBy, useCandidatePreview, usernamesIn, type Design } from './design.ts';
import { flowLooks } from './looks.ts';
import type { Selected } from './OutlineView.tsx';
import { useElementNames } from './use-element-names.ts';
import { useWorkingCopy, type WorkingCopy } from './use-working-copy.ts';
import { useDesignFormatters } from './words.ts';
import './design.css';

const StepsView = lazyPart(async () => (await import('./StepsView.tsx')).StepsView);
const PictureView = lazyPart(async () => (await import('./PictureView.tsx')).PictureView);
const TrialView = lazyPart(async () => (await import('./TrialView.tsx')).TrialView);
const DifferenceView = lazyPart(async () => (await import('./DifferenceView.tsx')).DifferenceView);
const PublishDialog = lazyPart(async () => (await import('./PublishDialog.tsx')).PublishDialog);

type Definition = ReplyOf<(typeof definitionRoutes)['getDefinition']>;
type Kinds = ReplyOf<(typeof definitionRoutes)['listDefinitionKinds']>;

const VIEWS = ['steps', 'picture', 'trial', 'difference'] as const;
const CHANGES = ['/sys/bpm/definition'];

interface DesignerProps {
  definition: Definition;
  kinds: Kinds;
  kind: DefinitionKind;
  onReopen: () => void;
}

export function Designer({ definition, kinds, kind, onReopen }: DesignerProps) {
  const t = useT();
  const { query, setQuery } = usePage();
  const mayCall = useMayCall();
  const isDraft = definition.state === 'DRAFT';
  const readOnly = !isDraft || !mayCall(definitionRoutes.saveDefinition);
  const [saved, setSaved] = useState({ xml: definition.xml, graph: definition.graph, rev: definition.rev });
  const working = useWorkingCopy(kind.key, saved);
  const [sample, setSample] = useState<Sample>({ placeId: null, applicantId: null, applicantOrgId: null, ownerOrgId: null });
  const [selected, setSelected] = useState<Selected | null>(null);
  const asked = useCandidatePreview(kind.key, sample, working.graph);
  const words = useDesignFormatters(kinds, kind, usernamesIn(working.graph));
  const faults = useMemo(() => faultsBy(working.looked?.faults ?? []), [working.looked]);
  const warnings = useMemo(() => faultsBy(working.looked?.warnings ?? []), [working.looked]);
  const design = useMemo<Design>(
    () => ({ kind, roles: kinds.roles, words, readOnly, sample, faults, warnings, asked }),
    [kind, kinds, words, readOnly, sample, faults, warnings, asked],
  );
  useDirty(working.dirty);
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'steps';
  const show = (to: (typeof VIEWS)[number]): void => setQuery({ view: to === 'steps' ? null : to });
  const title = isDraft
    ? t('design.draftTitle', { name: definition.name })
    : t('design.versionTitle', { name: definition.name, version: definition.version ?? 0 });
  return (
    <DesignContext value={design}>
      <PageHead
        title={title}
        count={<StateTag look={flowLooks[definition.state]} />}
        actions={
          <Actions
            definition={definition}
            working={working}
            readOnly={readOnly}
            rev={saved.rev}
            onSaved={(rev) => setSaved({ xml: working.xml, graph: working.graph, rev })}
          />
        }
      />
      {definition.rev > saved.rev && definition.xml !== working.xml && <Stale definition={definition} onReopen={onReopen} />}
      {!isDraft && <p className="flow-hint">{t('design.readOnly')}</p>}
      <div className="flow-bar">
        <Parts
          label={t('design.view')}
          options={VIEWS.map((value) => ({ value, label: t(`design.view.${value}`) }))}
          value={view}
          onChange={show}
        />
        <Remarks
          working={working}
          onSelect={(element) => {
            if (!working.outline) show('picture');
            else if (view !== 'picture') show('steps');
            setSelected(selectionOf(element, working.graph));
          }}
        />
      </div>
      <Suspense fallback={<PageSkeleton />}>
        {view === 'steps' && (
          <StepsView
            working={working}
            selected={selected}
            onSelect={setSelected}
            onSample={setSample}
            toPicture={() => (setSelected(working.fault?.element ? { id: working.fault.element } : selected), show('picture'))}
          />
        )}
        {view === 'picture' && (
          <PictureView working={working} selected={selected} onSelect={setSelected} toSteps={() => show('steps')} />
        )}
        {view === 'trial' && <TrialView working={working} onSample={setSample} />}
        {view === 'difference' && <DifferenceView definition={definition} working={working} kinds={kinds} />}
      </Suspense>
    </DesignContext>
  );
}

/** A flow is selected with its gateway; the definition as a whole is no selection. */
function selectionOf(element: string, graph: Graph | null): Selected | null {
  if (element === '') return null;
  const flow = graph?.flows.find(({ id }) => id === element);
  return flow ? { id: element, choice: flow.from } : { id: element };
}

interface ActionsProps {
  definition: Definition;
  working: WorkingCopy;
  readOnly: boolean;
  rev: number;
  onSaved: (rev: number) => void;
}

function Actions({ definition, working, readOnly, rev, onSaved }: ActionsProps) {
  const t = useT();
  const { finish } = usePage();
  const mayCall = useMayCall();
  const [publishing, setPublishing] = useState(false);
  const { xml, dirty, looked, settled, undo, redo, canUndo, canRedo } = working;
  const save = usePageWrite(definitionRoutes.saveDefinition, {
    changes: CHANGES,
    onSuccess: (reply) => {
      onSaved(reply.rev);
      noticeDone(t('design.saved'));
    },
  });
  const run = (): void => {
    if (!readOnly && dirty && !save.isPending) save.mutate({ params: { id: definition.id }, body: { xml, rev } });
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const inText = (event.target as HTMLElement).matches('input, textarea');
    const key = event.key.toLowerCase();
    const does =
      key === 's'
        ? run
        : inText
          ? undefined
          : key === 'y' || (key === 'z' && event.shiftKey)
            ? redo
            : key === 'z'
              ? undo
              : undefined;
    if (!does) return;
    event.preventDefault();
    does();
  });
  useActiveEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const faults = looked?.faults.length ?? 0;
  const mayPublish = mayCall(definitionRoutes.publishDefinition);
  const whyNot = !mayPublish
    ? t('design.publish.right')
    : dirty
      ? t('design.publish.unsaved')
      : faults > 0
        ? t('design.publish.faults', { count: faults })
        : undefined;
  const exported = (): void =>
    saveFile(
      new Blob([xml], { type: 'application/xml' }),
      `${definition.key}${definition.version === null ? '' : `-v${definition.version}`}.bpmn`,
    );
  return (
    <>
      <Button onClick={exported}>{t('design.export')}</Button>
      {definition.state === 'DRAFT' && !readOnly && (
        <>
          <Button disabled={!canUndo} onClick={undo}>
            {t('design.undo')}
          </Button>
          <Button disabled={!canRedo} onClick={redo}>
            {t('design.redo')}
          </Button>
          <BusyButton busy={save.isPending} disabled={!dirty} onClick={run}>
            {t('design.save')}
          </BusyButton>
        </>
      )}
      {definition.state === 'DRAFT' && (
        <Button type="primary" disabled={whyNot !== undefined || !settled} title={whyNot} onClick={() => setPublishing(true)}>
          {t('design.publish')}
        </Button>
      )}
      <Suspense>
        {publishing && (
          <PublishDialog
            definition={definition}
            rev={rev}
            xml={xml}
            graph={working.graph}
            onClose={() => setPublishing(false)}
            onDone={(version) => {
              noticeDone(t('design.publish.done', { version }));
              finish();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Another user has changed the same draft. */
function Stale({ definition, onReopen }: { definition: Definition; onReopen: () => void }) {
  const t = useT();
  return (
    <Alert
      type="warning"
      showIcon
      title={t('design.saveStale', { name: definition.updatedBy ?? '' })}
      action={
        <Button size="small" onClick={onReopen}>
          {t('design.reopen')}
        </Button>
      }
    />
  );
}

/** Errors to fix, or else warnings to confirm, each with a link to its element. */
function Remarks({ working, onSelect }: { working: WorkingCopy; onSelect: (element: string) => void }) {
  const t = useT();
  const { looked, graph } = working;
  const elementName = useElementNames(graph);
  if (!looked) return null;
  const { faults, warnings } = looked;
  const count = faults.length || warnings.length;
  if (count === 0) return <p className="flow-fine">{t('design.faults.none')}</p>;
  const isBlocked = faults.length > 0;
  return (
    <details className={`flow-remarks ${isBlocked ? '' : 'warned'}`}>
      <summary>{isBlocked ? t('design.faults.count', { count }) : t('design.warnings.publish', { count })}</summary>
      <ul>
        {(isBlocked ? faults : warnings).map((remark) => (
          <li key={`${remark.element} ${remark.message}`}>
            <button type="button" className="kw-plain kw-link" onClick={() => onSelect(remark.element)}>
              {elementName(remark.element) || t('design.whole')}
            </button>
            <span>{remark.message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
