import { useT } from '../../phrase/phrases.ts';
import { Thumb } from '../../ui/Thumb.tsx';
import './after-sales.css';

export function Pictures({ ids }: { ids: readonly string[] }) {
  const t = useT();
  if (ids.length === 0) return null;
  return (
    <div className="afs-pictures">
      {ids.map((id, at) => (
        <Thumb key={id} linked file={id} edge={96} alt={t('form.imageNamed', { at: at + 1 })} />
      ))}
    </div>
  );
}
