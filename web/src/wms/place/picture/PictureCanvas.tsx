// The canvas with its pointer, touch and key input.
import type { Picture } from '@kuwei/contract/wms/picture';
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import ExpandOutlined from '@ant-design/icons/es/icons/ExpandOutlined';
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { history } from '../../../browser/history.ts';
import { useScheme } from '../../../browser/scheme.ts';
import { useKeyGroup, type KeyGroup } from '../../../page/keys.ts';
import { useT } from '../../../phrase/phrases.ts';
import { useIsPhone } from '../../../ui/use-media.ts';
import { useBoxDescription } from './BoxCard.tsx';
import { markOf, type BoxClasses, type View } from './classes.ts';
import { boxBeside, layoutOf } from './layout.ts';
import { Stage } from './stage.ts';

const KEYS: KeyGroup = {
  title: 'keys.picture',
  keys: [
    { keys: ['↑', '↓', '←', '→'], label: 'keys.step' },
    { keys: ['Enter'], label: 'keys.open' },
    { keys: ['+', '−'], label: 'keys.zoom' },
    { keys: ['0'], label: 'keys.whole' },
    { keys: ['Esc'], label: 'keys.close' },
  ],
};

interface PictureCanvasProps {
  picture: Picture;
  view: View;
  classes: BoxClasses;
  lit: ReadonlySet<number> | null;
  found: ReadonlySet<number> | null;
  chosen: number | null;
  onChoose: (box: number | null) => void;
  hrefOf: (box: number) => string;
}

export function PictureCanvas({ picture, view, classes, lit, found, chosen, onChoose, hrefOf }: PictureCanvasProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(null);
  const dark = useScheme((scheme) => scheme.dark);
  const isPhone = useIsPhone();
  const layout = useMemo(() => layoutOf(picture, isPhone ? 0.8 : 2), [picture, isPhone]);
  const inWords = useBoxDescription(picture);
  useKeyGroup(KEYS);

  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    const made = new Stage(canvas.current!, (box) => choose(box));
    stage.current = made;
    return () => made.dispose();
  }, []);
  useEffect(() => {
    const element = canvas.current!;
    const style = getComputedStyle(element);
    const ink = (name: string): string => style.getPropertyValue(`--kw-${name}`).trim();
    stage.current!.show(
      { picture, layout },
      {
        classOf: classes.of,
        fills: fillsOf(element, classes),
        markOf: (box) => markOf(picture, view, box),
        lit,
        chosen,
        ink: {
          text: ink('text'),
          quiet: ink('text-second'),
          line: ink('line-strong'),
          surface: ink('surface'),
          ground: ink('ground'),
          accent: ink('accent'),
        },
        font: style.fontFamily,
      },
    );
  }, [picture, layout, view, classes, lit, chosen, dark]);
  useEffect(() => {
    if (found !== null) stage.current!.bring([...found]);
  }, [found]);

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const first = [...(lit ?? picture.boxes.id.keys())][0];
    const next = chosen === null ? (key.startsWith('Arrow') ? (first ?? null) : null) : boxBeside(layout, chosen, key);
    if (next !== null) {
      onChoose(next);
      stage.current!.keepInSight(next);
    } else if (key === '+' || key === '=') stage.current!.zoom(1);
    else if (key === '-') stage.current!.zoom(-1);
    else if (key === '0') stage.current!.fit();
    else if (key === 'Enter' && chosen !== null) history.push(hrefOf(chosen));
    else if (key === 'Escape' && chosen !== null) onChoose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="picture-frame">
      <canvas
        ref={canvas}
        className="picture-canvas"
        tabIndex={0}
        role="application"
        aria-label={t('picture.label', { count: picture.boxes.id.length })}
        aria-roledescription={t('picture.role')}
        onKeyDown={handleKeyDown}
      />
      <span className="kw-unseen" role="status">
        {chosen === null ? '' : inWords(chosen)}
      </span>
      <div className="picture-zoom">
        <ZoomButton label={t('picture.in')} icon={<PlusOutlined />} onClick={() => stage.current!.zoom(1)} />
        <ZoomButton label={t('picture.out')} icon={<MinusOutlined />} onClick={() => stage.current!.zoom(-1)} />
        <ZoomButton label={t('picture.fit')} icon={<ExpandOutlined />} onClick={() => stage.current!.fit()} />
      </div>
    </div>
  );
}

const ZoomButton = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <button type="button" className="kw-plain picture-zoom-button" aria-label={label} title={label} onClick={onClick}>
    {icon}
  </button>
);

/** Reads the fill colours from CSS, which knows the colour scheme; a canvas does not. */
function fillsOf(element: HTMLElement, { classes }: BoxClasses): string[] {
  const probe = document.createElement('span');
  element.parentElement!.append(probe);
  const fills = classes.map(({ key }) => {
    probe.className = `picture-fill ${key}`;
    return getComputedStyle(probe).backgroundColor;
  });
  probe.remove();
  return fills;
}
