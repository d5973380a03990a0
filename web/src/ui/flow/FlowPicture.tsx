// A process definition as a diagram. The bpmn.io logo stays visible in its corner, as the license requires.
import { kuweiModdle } from '@kuwei/contract/bpm/extension';
import Viewer from 'bpmn-js/lib/Viewer';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { locale as spoken, useLocale, useT } from '../../phrase/phrases.ts';
import 'bpmn-js/dist/assets/diagram-js.css';
import './flow-picture.css';

const LOOKS = ['done', 'open', 'ADDED', 'REMOVED', 'CHANGED', 'taken', 'wrong', 'selected'] as const;
export interface PictureMark {
  /** Id of the element. */
  id: string;
  look: (typeof LOOKS)[number];
  /** Text beside it: colour is never the only cue. */
  word?: string;
}

interface FlowPictureProps {
  label: string;
  xml: string;
  marks?: readonly PictureMark[];
  /** Height of the page's remaining space. */
  tall?: boolean;
  /** Called with the id of the element that was clicked. */
  onSelect?: (id: string) => void;
}

/** The element at a point of the page; its label and its mark count as the element. */
function elementAt(x: number, y: number): string | undefined {
  const hit = document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>('.djs-shape, .djs-connection, .djs-overlays');
  return (hit?.dataset['elementId'] ?? hit?.dataset['containerId'])?.replace(/_label$/, '');
}

/** Movement in px up to which releasing the pointer is a click. */
const CLICK_MAX = 4;

/** The part of the viewer's API in use; its own types import the whole library. */
interface Canvas {
  zoom: (to?: number | 'fit-viewport', at?: 'auto') => number;
  scroll: (by: { dx: number; dy: number }) => void;
  addMarker: (id: string, marker: string) => void;
  resized: () => void;
}
interface Overlays {
  add: (id: string, overlay: { position: { top?: number; left?: number }; html: HTMLElement }) => string;
  clear: () => void;
}

/** Colours of the page, in both schemes. */
const COLOURS = {
  defaultFillColor: 'var(--kw-surface)',
  defaultStrokeColor: 'var(--kw-text)',
  defaultLabelColor: 'var(--kw-text)',
};
const STEP = 40;
const ZOOM = 1.25;
/** Fraction of the space filled by the fitted diagram. */
const MARGIN = 0.94;

export function FlowPicture({ label, xml, marks = [], tall = false, onSelect }: FlowPictureProps) {
  const t = useT();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [drawn, setDrawn] = useState<{ xml: string; fault: string | null } | null>(null);
  useEffect(() => {
    const made = new Viewer({ container: box.current!, moddleExtensions: { kuwei: kuweiModdle }, bpmnRenderer: COLOURS });
    made.on<{ definitions?: Named }>('import.parse.complete', ({ definitions }) => definitions && nameAll(definitions));
    setViewer(made);
    return () => made.destroy();
  }, []);
  const canvas = (): Canvas | undefined => viewer?.get<Canvas>('canvas');
  const fit = (): void => {
    const at = canvas();
    at?.resized();
    at?.zoom(Math.min(1, at.zoom('fit-viewport', 'auto') * MARGIN), 'auto');
  };
  useEffect(() => {
    if (!viewer) return undefined;
    let left = false;
    const draw = async (): Promise<void> => {
      try {
        await viewer.importXML(xml);
        if (!left) fit();
      } catch (error) {
        if (!left) setDrawn({ xml, fault: (error as Error).message });
        return;
      }
      if (!left) setDrawn({ xml, fault: null });
    };
    void draw();
    return () => void (left = true);
  }, [viewer, xml, locale]);
  useEffect(() => {
    if (viewer && drawn?.xml === xml && drawn.fault === null) return mark(viewer, marks);
    return undefined;
  }, [viewer, drawn, xml, JSON.stringify(marks)]);
  const held = useRef<{ x: number; y: number } | null>(null);
  const pressed = useRef({ x: 0, y: 0 });
  const drag = (event: PointerEvent): void => {
    if (!held.current) return;
    canvas()?.scroll({ dx: event.clientX - held.current.x, dy: event.clientY - held.current.y });
    held.current = { x: event.clientX, y: event.clientY };
  };
  const zoom = (by: number): void => {
    const at = canvas();
    at?.zoom(at.zoom() * by);
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    const by = {
      ArrowLeft: { dx: STEP, dy: 0 },
      ArrowRight: { dx: -STEP, dy: 0 },
      ArrowUp: { dx: 0, dy: STEP },
      ArrowDown: { dx: 0, dy: -STEP },
    }[key];
    if (by) canvas()?.scroll(by);
    if (key === '+' || key === '=') zoom(ZOOM);
    if (key === '-') zoom(1 / ZOOM);
    if (key === '0') fit();
  };
  return (
    <figure className="flow-picture">
      <div
        ref={box}
        className={`flow-picture-box ${tall ? 'tall' : ''} ${onSelect ? 'selectable' : ''}`}
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY };
          pressed.current = held.current;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={({ clientX: x, clientY: y }) => {
          held.current = null;
          const isClick = Math.hypot(x - pressed.current.x, y - pressed.current.y) <= CLICK_MAX;
          const id = isClick && onSelect ? elementAt(x, y) : undefined;
          if (id !== undefined) onSelect?.(id);
        }}
        onPointerCancel={() => (held.current = null)}
      />
      <div className="flow-picture-tools">
        <button
          type="button"
          className="kw-button small"
          aria-label={t('bpm.picture.in')}
          title={t('bpm.picture.in')}
          onClick={() => zoom(ZOOM)}
        >
          +
        </button>
        <button
          type="button"
          className="kw-button small"
          aria-label={t('bpm.picture.out')}
          title={t('bpm.picture.out')}
          onClick={() => zoom(1 / ZOOM)}
        >
          −
        </button>
        <button type="button" className="kw-button small" onClick={fit}>
          {t('bpm.picture.fit')}
        </button>
      </div>
      {drawn?.fault != null && <p role="alert">{t('bpm.picture.failed', { reason: drawn.fault })}</p>}
    </figure>
  );
}

interface Named {
  name?: string;
  nameEn?: string;
  rootElements?: Named[];
  flowElements?: Named[];
}

/** Shows element names in the current language. */
function nameAll(of: Named): void {
  if (spoken() !== 'en') return;
  for (const element of [...(of.rootElements ?? []), ...(of.flowElements ?? [])]) {
    if (element.nameEn) element.name = element.nameEn;
    nameAll(element);
  }
}

/** @returns removes the markers */
function mark(viewer: Viewer, marks: readonly PictureMark[]): () => void {
  const canvas = viewer.get<Canvas & { removeMarker: Canvas['addMarker'] }>('canvas');
  const overlays = viewer.get<Overlays>('overlays');
  const elements = viewer.get<{ get: (id: string) => object | undefined }>('elementRegistry');
  const known = marks.filter(({ id }) => elements.get(id) !== undefined);
  for (const { id, look, word } of known) {
    canvas.addMarker(id, `flow-${look}`);
    if (word === undefined) continue;
    const html = document.createElement('span');
    html.className = `flow-word ${look}`;
    html.textContent = word;
    overlays.add(id, { position: { top: -10, left: 0 }, html });
  }
  return () => {
    overlays.clear();
    for (const { id, look } of known) if (elements.get(id) !== undefined) canvas.removeMarker(id, `flow-${look}`);
  };
}
