// The legend, with the number of boxes per class. Pressing a class dims all others.
import { say, useT } from '../../../phrase/phrases.ts';
import { grouped } from '../../../ui/format.ts';
import type { BoxClass, BoxClasses } from './classes.ts';

interface LegendProps {
  classes: BoxClasses;
  picked: string | null;
  onPick: (key: string) => void;
}

export function Legend({ classes: { classes, counts }, picked, onPick }: LegendProps) {
  const t = useT();
  return (
    <ul className="picture-legend" aria-label={t('picture.legend')}>
      {classes.map((one, at) => (
        <li key={one.key}>
          <button
            type="button"
            className="kw-plain picture-class"
            aria-pressed={one.key === picked}
            onClick={() => onPick(one.key)}
          >
            <span className={`picture-fill ${one.key}`} />
            {nameOf(one)} <span className="picture-count">{grouped(String(counts[at]))}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function nameOf(one: BoxClass): string {
  if ('name' in one) return say(`picture.class.${one.name}`);
  return 'isRest' in one ? say(`picture.owner.${one.owner}`) : one.owner;
}
