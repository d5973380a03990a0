import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { useT } from '../../phrase/phrases.ts';

interface RecipeUsedProps {
  recipe: ImportReply['recipe'];
  onDrop: () => void;
}

/** Names the recipe that the answers below are from. */
export function RecipeUsed({ recipe, onDrop }: RecipeUsedProps) {
  const t = useT();
  if (!recipe) return null;
  return (
    <p className="import-summary">
      {t('import.recipeUsed', recipe)}{' '}
      <button type="button" className="kw-plain kw-link" onClick={onDrop}>
        {t('import.recipeDrop')}
      </button>
    </p>
  );
}

interface RecipeFieldProps {
  /** Name of the recipe to keep the answers as; null to keep none. */
  name: string | null;
  /** Name to begin with. */
  suggestion: string;
  onChange: (name: string | null) => void;
}

/** Whether the answers are kept for the next file with the same headings. */
export function RecipeField({ name, suggestion, onChange }: RecipeFieldProps) {
  const t = useT();
  return (
    <div className="import-recipe">
      <label>
        <input type="checkbox" checked={name !== null} onChange={({ target }) => onChange(target.checked ? suggestion : null)} />
        {t('import.remember')}
      </label>
      {name !== null && (
        <input
          className="kw-field"
          aria-label={t('import.rememberName')}
          value={name}
          maxLength={60}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
