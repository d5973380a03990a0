// Why a view cannot edit a definition, with the way on: the full diagram, or the conversion to an approval.
import { adaptGraph } from '@kuwei/contract/bpm/adapt';
import type { Graph } from '@kuwei/contract/bpm/graph';
import { joinList } from '@kuwei/contract/phrase';
import { Alert, Button } from 'antd';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { ask, noticeDone } from '../../ui/feedback.ts';
import { useDesign } from './design.ts';
import type { WorkingCopy } from './use-working-copy.ts';

/** Why the outline is read-only; null if it is editable. */
export function useReadOnlyReason(working: WorkingCopy): string | null {
  const t = useT();
  const { words } = useDesign();
  const unsupported = useUnsupportedReason(working);
  const { graph, fault } = working;
  if (fault) {
    const node = graph?.nodes.find(({ id }) => id === fault.element);
    const name = node ? words.nameOf(node) || t(`design.kindName.${node.kind}`) : t('design.whole');
    return fault.kind === 'start' ? t('design.noOutline.start') : t(`design.noOutline.${fault.kind}`, { name });
  }
  return unsupported;
}

const countOthers = (graph: Graph | null): number => graph?.nodes.filter(({ kind }) => kind === 'other').length ?? 0;

/** Contents that any edit would drop: they have to be converted first, in either view. Null if there are none. */
export function useUnsupportedReason({ graph, looked }: WorkingCopy): string | null {
  const t = useT();
  const others = countOthers(graph);
  if (others > 0) return t('design.noOutline.other', { count: others });
  if (looked && looked.notes.length > 0) return t('design.noOutline.notes', { count: looked.notes.length });
  return null;
}

interface ReadOnlyReasonProps {
  text: string;
  working: WorkingCopy;
  /** Left out in the full diagram itself. */
  toPicture?: () => void;
  readOnly: boolean;
}

export function ReadOnlyReason({ text, working, toPicture, readOnly }: ReadOnlyReasonProps) {
  const t = useT();
  const { graph, looked } = working;
  const canAdapt = !readOnly && graph !== null && ((looked?.notes.length ?? 0) > 0 || countOthers(graph) > 0);
  return (
    <Alert
      className="flow-why"
      type="info"
      showIcon
      title={text}
      description={looked && looked.notes.length > 0 && <Notes working={working} />}
      action={
        <div className="flow-tools">
          {toPicture && (
            <Button size="small" onClick={toPicture}>
              {t('design.toPicture')}
            </Button>
          )}
          {canAdapt && <AdaptButton working={working} />}
        </div>
      }
    />
  );
}

export function Notes({ working: { looked } }: { working: WorkingCopy }) {
  const t = useT();
  const notes = looked?.notes ?? [];
  return (
    <details className="flow-notes">
      <summary>{t('design.notes', { count: notes.length })}</summary>
      <ul>
        {notes.map(({ element, message }) => (
          <li key={`${element} ${message}`}>{message}</li>
        ))}
      </ul>
    </details>
  );
}

/** Announces the conversion before doing it. */
function AdaptButton({ working: { graph, setGraph } }: { working: WorkingCopy }) {
  const t = useT();
  const locale = useLocale();
  const { words } = useDesign();
  const adapt = async (): Promise<void> => {
    if (!graph) return;
    const made = adaptGraph(graph);
    const names = (nodes: typeof made.turned): string =>
      joinList(
        locale,
        nodes.map((node) => words.nameOf(node) || t(`design.kindName.${node.kind}`)),
      );
    const text = (
      <div className="flow-adapt">
        <p>{t('design.adapt.text')}</p>
        <ul>
          {made.turned.length > 0 && <li>{t('design.adapt.turned', { names: names(made.turned) })}</li>}
          {made.dropped.length > 0 && <li>{t('design.adapt.dropped', { names: names(made.dropped) })}</li>}
          <li>{t('design.adapt.rest')}</li>
        </ul>
      </div>
    );
    if (!(await ask({ title: t('design.adapt.ask'), text, yes: t('design.adapt'), no: t('common.cancel') }))) return;
    setGraph(made.graph);
    noticeDone(t('design.adapt.done'));
  };
  return (
    <Button size="small" type="primary" onClick={() => void adapt()}>
      {t('design.adapt')}
    </Button>
  );
}
