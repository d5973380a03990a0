// Searches the product of a line in place, like the field below the lines.
import { productRoutes, type ProductOption } from '@kuwei/contract/wms/product';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ProductName } from '../goods/ProductName.tsx';
import { useDebounced } from './AddField.tsx';
import './product-finder.css';

const SHOWN = 6;

interface ProductFinderProps {
  /** Accessible name: line and column. */
  name: string;
  code: string;
  onCode: (code: string) => void;
  /** Looks up the text as a code. */
  onResolve: (code: string) => void;
  /** @param written the text of the cell when it was entered */
  onTake: (product: ProductOption, written: string) => void;
}

export function ProductFinder({ name, code, onCode, onResolve, onTake }: ProductFinderProps) {
  const t = useT();
  const list = useId();
  const written = useRef(code.trim());
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = code.trim();
  const wanted = useDebounced(text);
  const asks = open && wanted.length >= 2 && wanted === text;
  const { data } = usePageQuery(productRoutes.selectProducts, { query: { q: wanted, size: SHOWN } }, { enabled: asks });
  const found = asks ? (data?.list ?? []) : [];

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || found.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const meant = found[active] ?? (found.length === 1 ? found[0] : undefined);
    if (step !== 0) setActive((at) => Math.max(-1, Math.min(found.length - 1, at + step)));
    else if (event.key === 'Enter' && meant) onTake(meant, written.current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        className="line-field"
        data-cell="product"
        role="combobox"
        aria-label={name}
        aria-invalid
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        maxLength={200}
        placeholder={t('wms.product.code')}
        value={code}
        onFocus={({ target }) => {
          written.current = text;
          setOpen(true);
          target.select();
        }}
        onChange={({ target }) => {
          setActive(-1);
          onCode(target.value);
        }}
        onBlur={() => {
          setOpen(false);
          if (text !== '') onResolve(text);
        }}
        onKeyDown={handleKeyDown}
      />
      {found.length > 0 && (
        <ul id={list} role="listbox" className="product-finder" aria-label={t('wms.product')}>
          {found.map((product, at) => (
            <li
              key={product.id}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(product, written.current)}
            >
              <ProductName product={product} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
